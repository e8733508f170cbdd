package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ErrorCode;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks through a whole manifest for {@linkplain RefusedFeature refused features}. Mappings whose
 * keys are names of the user's own, such as columns, are not looked into.
 */
final class RefusedFeatures {

  private static final Set<String> FREE_NAMES =
      Set.of(
          "columns", "column_types", "types", "connection", "labels", "tags", "annotations", "env");

  /** Keys whose text may name a way of loading. */
  private static final Set<String> MODES = Set.of("mode", "load_mode", "load_type");

  /** Deeper than any manifest that people write; it bounds the walk. */
  private static final int MAX_DEPTH = 64;

  private final Findings findings;

  /** Aliases of YAML share parts of a manifest; each part is looked through once. */
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private RefusedFeatures(Findings findings) {
    this.findings = findings;
  }

  static void report(Map<?, ?> manifest, Findings findings) {
    new RefusedFeatures(findings).map(manifest, "", 0);
  }

  private void map(Map<?, ?> map, String path, int depth) {
    if (seen.add(map)) {
      map.forEach((key, value) -> entry(key, value, ManifestPath.child(path, key), depth));
    }
  }

  private void list(List<?> items, String path, int depth) {
    if (seen.add(items)) {
      for (int i = 0; i < items.size(); i++) {
        node(items.get(i), ManifestPath.item(path, i), depth + 1);
      }
    }
  }

  private void entry(Object key, Object value, String path, int depth) {
    Optional<RefusedFeature> feature = RefusedFeature.named(key);
    if (feature.isPresent()) {
      if (feature.get().isAskedFor(value)) {
        refuse(feature.get(), path);
      }
    } else if (isOneOf(MODES, key) && !isSetting(path)) {
      RefusedFeature.named(value).ifPresent(named -> refuse(named, path));
    } else if (!isOneOf(FREE_NAMES, key)) {
      node(value, path, depth + 1);
    }
  }

  private static boolean isOneOf(Set<String> names, Object key) {
    return key instanceof String name && names.contains(name);
  }

  /** Settings of our own have one mode, and say so themselves. */
  private static boolean isSetting(String path) {
    return Arrays.stream(Setting.values()).anyMatch(setting -> setting.path().equals(path));
  }

  private void node(Object value, String path, int depth) {
    if (depth > MAX_DEPTH) {
      findings.add(
          ErrorCode.CONFIG_INVALID_VALUE, path, "is nested more than " + MAX_DEPTH + " deep.");
    } else if (value instanceof Map<?, ?> map) {
      map(map, path, depth);
    } else if (value instanceof List<?> items) {
      list(items, path, depth);
    }
  }

  private void refuse(RefusedFeature feature, String path) {
    findings.add(
        ErrorCode.CONFIG_UNSUPPORTED_FEATURE,
        path,
        "asks for "
            + feature.label()
            + ", which a rolling window does not do. Remove it, or load the table another way.");
  }
}
