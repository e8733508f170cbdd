package io.rollingwindow.internal.manifest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A part of a manifest whose every key is known; others in it are refused. */
public enum OwnedSection {
  /** How the target is written. */
  STRATEGY("sink.strategy"),
  /** The window itself. */
  WINDOW("sink.strategy.window"),
  /** How the source is divided. */
  CHUNKING("source.options.native_transfer.execution.chunking");

  private final String path;

  OwnedSection(String path) {
    this.path = path;
  }

  /**
   * The full path.
   *
   * @return keys, joined by points
   */
  public String path() {
    return path;
  }

  /** The keys that lead to it from the top. */
  List<String> keys() {
    return List.of(path.split("\\.", -1));
  }

  /**
   * What stands there, whatever it is.
   *
   * @param manifest any manifest
   * @return the value; empty when it, or something above it, is absent or null
   */
  Optional<Object> lookUp(Map<?, ?> manifest) {
    Object node = manifest;
    for (String key : keys()) {
      node = node instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return Optional.ofNullable(node);
  }
}
