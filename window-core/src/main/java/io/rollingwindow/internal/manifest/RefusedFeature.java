package io.rollingwindow.internal.manifest;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What other ways of loading know and a rolling window does not do. It is refused by name wherever
 * it is authored, so that nobody believes it to be at work.
 */
enum RefusedFeature {
  CUSTOM_PREDICATE(Kind.PREDICATE, "custom_predicate custom_predicates"),
  ADDITIONAL_PREDICATE(
      Kind.PREDICATE,
      "additional_predicate additional_predicates extra_predicate"
          + " extra_predicates incremental_predicates predicate predicates where"
          + " where_clause filter filters row_filter row_filters"),
  PORTABLE_SCOPE(Kind.POLICY, "portable_scope portable_scopes"),
  QUALITY(
      Kind.POLICY,
      "quality data_quality quality_policy quality_policies quality_check"
          + " quality_checks quality_gate quality_gates"),
  ACCEPTANCE(
      Kind.POLICY,
      "acceptance acceptance_policy acceptance_policies acceptance_check"
          + " acceptance_checks acceptance_criteria"),
  HOOKS(
      Kind.POLICY,
      "hook hooks pre_hook pre_hooks post_hook post_hooks before_hooks"
          + " after_hooks pre_sql post_sql"),
  CDC(Kind.POLICY, "cdc change_data_capture"),
  BACKFILL(Kind.POLICY, "backfill backfills backfill_policy back_fill"),
  RECONCILIATION(
      Kind.POLICY,
      "reconciliation reconciliations reconcile reconciliation_policy"
          + " reconciliation_policies"),
  SCHEMA_EVOLUTION(
      Kind.POLICY,
      "schema_evolution schema_evolution_policy schema_evolution_mode"
          + " evolve_schema on_schema_change"),
  DEDUPLICATION(
      Kind.POLICY,
      "deduplication deduplication_policy deduplicate dedup dedupe dedup_keys"
          + " deduplication_keys");

  private static final Set<String> OFF = Set.of("none", "off", "no", "false", "disabled");
  private static final Map<String, RefusedFeature> BY_SPELLING = bySpelling();

  private final Kind kind;
  private final String spellings;

  /** The spellings are in snake case, with blanks between them. */
  RefusedFeature(Kind kind, String spellings) {
    this.kind = kind;
    this.spellings = spellings;
  }

  /** The feature that a key names, in snake case, kebab case or camel case. */
  static Optional<RefusedFeature> named(Object key) {
    if (!(key instanceof String text)) {
      return Optional.empty();
    }
    return Optional.ofNullable(BY_SPELLING.get(snakeCase(text)));
  }

  List<String> spellings() {
    return List.of(spellings.split(" ", -1));
  }

  /**
   * Whether a value asks for the feature. Null, {@code false}, blank text, an empty list or mapping
   * and a mapping with {@code enabled: false} do not; nor does a word such as {@code none}, except
   * for a predicate, where it would be an expression.
   */
  boolean isAskedFor(Object value) {
    if (value == null || Boolean.FALSE.equals(value)) {
      return false;
    }
    if (value instanceof String text) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      return !word.isEmpty() && (kind == Kind.PREDICATE || !OFF.contains(word));
    }
    if (value instanceof Collection<?> items) {
      return !items.isEmpty();
    }
    if (value instanceof Map<?, ?> map) {
      return !map.isEmpty() && !Boolean.FALSE.equals(map.get("enabled"));
    }
    return true;
  }

  /** The words of a message. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, RefusedFeature> bySpelling() {
    Map<String, RefusedFeature> features = new HashMap<>();
    for (RefusedFeature feature : values()) {
      feature.spellings().forEach(name -> features.put(name, feature));
    }
    return Map.copyOf(features);
  }

  private static String snakeCase(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean startsWord =
          Character.isUpperCase(c) && i > 0 && Character.isLowerCase(text.charAt(i - 1));
      if (startsWord) {
        name.append('_');
      }
      name.append(c == '-' || c == ' ' ? '_' : Character.toLowerCase(c));
    }
    return name.toString();
  }

  /** What the values of a feature are. */
  private enum Kind {
    /** Conditions on rows. */
    PREDICATE,
    /** Anything that can be switched. */
    POLICY
  }
}
