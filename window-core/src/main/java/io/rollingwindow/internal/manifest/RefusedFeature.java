package io.rollingwindow.internal.manifest;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What other ways of loading know and a rolling window does not do. It is refused by name wherever
 * it is authored, so that nobody believes it to be at work.
 */
public enum RefusedFeature {
  /** A condition that replaces the window's own. */
  CUSTOM_PREDICATE(true, "custom_predicate"),
  /** A condition beside the window's own. */
  ADDITIONAL_PREDICATE(
      true,
      "additional_predicate extra_predicate incremental_predicate predicate where filter row_filter"),
  /** A scope that is translated for several engines. */
  PORTABLE_SCOPE(false, "portable_scope"),
  /** Checks on the quality of rows. */
  QUALITY_POLICY(false, "quality data_quality"),
  /** Checks on the acceptance of a load. */
  ACCEPTANCE_POLICY(false, "acceptance"),
  /** Statements or calls before and after a load. */
  HOOKS(false, "hook pre_hook post_hook before_hook after_hook pre_sql post_sql"),
  /** Change data capture. */
  CDC(false, "cdc change_data_capture"),
  /** Loads of older intervals. */
  BACKFILL(false, "backfill back_fill"),
  /** Comparisons of source and target. */
  RECONCILIATION(false, "reconciliation reconcile"),
  /** Changes of the target's columns. */
  SCHEMA_EVOLUTION(false, "schema_evolution evolve_schema on_schema_change"),
  /** Removal of equal rows. */
  DEDUPLICATION(false, "deduplication deduplicate dedup dedupe");

  private static final String ENABLE = "enable_";
  private static final List<String> ENDINGS =
      List.of(
          "s",
          "_enabled",
          "_policy",
          "_policies",
          "_mode",
          "_strategy",
          "_config",
          "_options",
          "_settings",
          "_criteria",
          "_check",
          "_checks",
          "_gate",
          "_gates",
          "_rule",
          "_rules",
          "_key",
          "_keys",
          "_clause");
  private static final Set<String> OFF = Set.of("none", "off", "no", "false", "disabled");

  private final boolean expression;
  private final String names;

  /**
   * A feature.
   *
   * @param expression whether its text is an expression, so that no word switches it off
   * @param names in snake case, with blanks between them
   */
  RefusedFeature(boolean expression, String names) {
    this.expression = expression;
    this.names = names;
  }

  /**
   * The feature that a key names: in snake, kebab or camel case, with or without one of the usual
   * endings, as in {@code hooks}, {@code quality-gates} or {@code cdcEnabled}.
   */
  static Optional<RefusedFeature> named(Object key) {
    if (!(key instanceof String text)) {
      return Optional.empty();
    }
    String snake = snakeCase(text);
    String name = snake.startsWith(ENABLE) ? snake.substring(ENABLE.length()) : snake;
    return Arrays.stream(values()).filter(feature -> feature.isNamed(name)).findFirst();
  }

  private boolean isNamed(String name) {
    return names().stream()
        .anyMatch(
            base ->
                name.startsWith(base)
                    && (name.equals(base) || ENDINGS.contains(name.substring(base.length()))));
  }

  /**
   * The names that it is refused by.
   *
   * @return in snake case, without endings
   */
  public List<String> names() {
    return List.of(names.split(" ", -1));
  }

  /**
   * Whether a value asks for the feature. Null, {@code false}, blank text, an empty list or mapping
   * and a mapping with {@code enabled: false} do not; nor does a word such as {@code none}, except
   * where it would be an expression.
   */
  boolean isAskedFor(Object value) {
    if (value == null || Boolean.FALSE.equals(value)) {
      return false;
    }
    if (value instanceof String text) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      return !word.isEmpty() && (expression || !OFF.contains(word));
    }
    if (value instanceof Collection<?> items) {
      return !items.isEmpty();
    }
    if (value instanceof Map<?, ?> map) {
      return !map.isEmpty() && !Boolean.FALSE.equals(map.get("enabled"));
    }
    return true;
  }

  /** As messages call it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String snakeCase(String text) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isUpperCase(c) && i > 0 && Character.isLowerCase(text.charAt(i - 1))) {
        name.append('_');
      }
      name.append(c == '-' || c == ' ' ? '_' : Character.toLowerCase(c));
    }
    return name.toString();
  }
}
