package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.internal.Names;
import io.rollingwindow.plan.WindowDuration;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the settings of one section. What is wrong goes to the findings and gives an empty result;
 * reading goes on, so that everything is found at once.
 */
final class SectionReader {

  private final OwnedSection section;
  private final Map<?, ?> values;
  private final Findings findings;

  private SectionReader(OwnedSection section, Map<?, ?> values, Findings findings) {
    this.section = section;
    this.values = values;
    this.findings = findings;
  }

  /**
   * Finds a section.
   *
   * @return empty when it, or something above it, is absent, null or no mapping; the last is a
   *     finding
   */
  static Optional<SectionReader> find(Map<?, ?> manifest, OwnedSection section, Findings findings) {
    Map<?, ?> node = manifest;
    String path = "";
    for (String key : section.keys()) {
      path = ManifestPath.child(path, key);
      Object inner = node.get(key);
      if (inner == null) {
        return Optional.empty();
      }
      if (!(inner instanceof Map<?, ?> map)) {
        findings.add(ErrorCode.CONFIG_WRONG_TYPE, path, ManifestText.mustBe("a mapping", inner));
        return Optional.empty();
      }
      node = map;
    }
    return Optional.of(new SectionReader(section, node, findings));
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  /** Refuses keys that are neither a setting, nor a section inside, nor a refused feature. */
  void refuseUnknownKeys() {
    for (Object key : values.keySet()) {
      if (!isSetting(key) && !isSection(key) && RefusedFeature.named(key).isEmpty()) {
        findings.add(
            ErrorCode.CONFIG_UNKNOWN_KEY,
            ManifestPath.child(section.path(), key),
            "is not a key of this section. Correct its spelling or remove it.");
      }
    }
  }

  /** Checks a setting that has one value. */
  void choice(Setting setting) {
    String choice = setting.choice().orElseThrow();
    text(setting)
        .filter(text -> !text.equals(choice))
        .ifPresent(
            text ->
                invalid(setting, "must be " + choice + ", not " + ManifestText.quoted(text) + "."));
  }

  Optional<String> text(Setting setting) {
    return read(
        setting, value -> value instanceof String text ? Optional.of(text) : Optional.empty());
  }

  Optional<String> name(Setting setting) {
    Optional<String> text = text(setting);
    Optional<String> problem = text.flatMap(Names::problemWith);
    problem.ifPresent(found -> invalid(setting, found + "."));
    return problem.isPresent() ? Optional.empty() : text;
  }

  Optional<WindowDuration> duration(Setting setting) {
    Optional<String> text = text(setting);
    try {
      return text.map(WindowDuration::parse);
    } catch (IllegalArgumentException e) {
      invalid(
          setting,
          ManifestText.quoted(text.orElseThrow()) + " is refused: " + e.getMessage() + ".");
      return Optional.empty();
    }
  }

  Optional<Integer> wholeNumber(Setting setting, int min, int max) {
    Optional<BigInteger> number = read(setting, SectionReader::whole);
    Optional<BigInteger> allowed =
        number
            .filter(n -> n.compareTo(BigInteger.valueOf(min)) >= 0)
            .filter(n -> n.compareTo(BigInteger.valueOf(max)) <= 0);
    if (number.isPresent() && allowed.isEmpty()) {
      invalid(setting, "must be a whole number from " + min + " to " + max + ".");
    }
    return allowed.map(BigInteger::intValueExact);
  }

  /**
   * A value as it stands there.
   *
   * @param as gives the value in its type, or nothing when it has another one
   * @return empty when the key is absent, which is a finding where it is required, or when its
   *     value has another type
   */
  private <T> Optional<T> read(Setting setting, Function<Object, Optional<T>> as) {
    if (!values.containsKey(setting.key())) {
      if (setting.defaultValue().isEmpty()) {
        findings.add(
            ErrorCode.CONFIG_MISSING_KEY, setting.path(), "is required. " + setting.rule());
      }
      return Optional.empty();
    }
    Object value = values.get(setting.key());
    Optional<T> typed = value == null ? Optional.empty() : as.apply(value);
    if (typed.isEmpty()) {
      findings.add(
          ErrorCode.CONFIG_WRONG_TYPE,
          setting.path(),
          ManifestText.mustBe(setting.type().label(), value));
    }
    return typed;
  }

  /** A number that was written without a fraction; nothing else is taken for one. */
  private static Optional<BigInteger> whole(Object value) {
    if (value instanceof BigInteger big) {
      return Optional.of(big);
    }
    boolean whole =
        value instanceof Integer
            || value instanceof Long
            || value instanceof Short
            || value instanceof Byte;
    return whole ? Optional.of(BigInteger.valueOf(((Number) value).longValue())) : Optional.empty();
  }

  private void invalid(Setting setting, String problem) {
    findings.add(ErrorCode.CONFIG_INVALID_VALUE, setting.path(), problem);
  }

  private boolean isSetting(Object key) {
    return Arrays.stream(Setting.values())
        .anyMatch(setting -> setting.section() == section && setting.key().equals(key));
  }

  /** Whether the key leads to another owned section, as {@code window} does in the strategy. */
  private boolean isSection(Object key) {
    List<Object> inner = new ArrayList<>(section.keys());
    inner.add(key);
    return Arrays.stream(OwnedSection.values()).anyMatch(other -> other.keys().equals(inner));
  }
}
