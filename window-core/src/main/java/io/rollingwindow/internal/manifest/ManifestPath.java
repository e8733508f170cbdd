package io.rollingwindow.internal.manifest;

/** Writes the place of a key as text: {@code sink.strategy.window}, {@code steps[2]["a.b"]}. */
final class ManifestPath {

  private ManifestPath() {}

  static String child(String parent, Object key) {
    String name = String.valueOf(key);
    if (!isPlain(name)) {
      return parent + "[" + ManifestText.quoted(name) + "]";
    }
    return parent.isEmpty() ? name : parent + "." + name;
  }

  static String item(String parent, int index) {
    return parent + "[" + index + "]";
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && name.length() <= ManifestText.MAX_LENGTH
        && name.chars().allMatch(c -> c == '_' || c == '-' || Character.isLetterOrDigit(c));
  }
}
