package io.rollingwindow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Manifests as a YAML reader gives them, for tests to change. */
final class Manifests {

  private Manifests() {}

  /** The manifest of the guide, amid the other keys that a source and a sink have. */
  static Map<String, Object> valid() {
    Map<String, Object> manifest = new LinkedHashMap<>();
    put(manifest, "version", 1);
    put(manifest, "source.type", "postgres");
    put(manifest, "source.table", "public.events");
    put(manifest, "source.connection.host", "db");
    put(manifest, "source.options.fetch_size", 8192);
    put(manifest, "source.options.native_transfer.execution.chunking.mode", "bounded_window");
    put(manifest, "source.options.native_transfer.execution.chunking.parallelism", 4);
    put(manifest, "source.options.native_transfer.execution.chunking.checkpointing", "resumable");
    put(manifest, "sink.type", "clickhouse");
    put(manifest, "sink.table", "analytics.events");
    put(manifest, "sink.strategy.mode", "replace");
    put(manifest, "sink.strategy.atomicity", "target_atomic");
    put(manifest, "sink.strategy.window.column", "observed_at");
    put(manifest, "sink.strategy.window.anchor", "data_interval_end");
    put(manifest, "sink.strategy.window.lookback", "P7D");
    put(manifest, "sink.strategy.window.chunk_interval", "P1D");
    put(manifest, "sink.strategy.window.timezone", "UTC");
    return manifest;
  }

  static Map<String, Object> with(String path, Object value) {
    Map<String, Object> manifest = valid();
    put(manifest, path, value);
    return manifest;
  }

  static Map<String, Object> without(String path) {
    Map<String, Object> manifest = valid();
    remove(manifest, path);
    return manifest;
  }

  static void put(Map<String, Object> manifest, String path, Object value) {
    List<String> keys = new ArrayList<>(List.of(path.split("\\.", -1)));
    String last = keys.remove(keys.size() - 1);
    parent(manifest, keys).put(last, value);
  }

  static void remove(Map<String, Object> manifest, String path) {
    List<String> keys = new ArrayList<>(List.of(path.split("\\.", -1)));
    String last = keys.remove(keys.size() - 1);
    parent(manifest, keys).remove(last);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> parent(Map<String, Object> manifest, List<String> keys) {
    Map<String, Object> node = manifest;
    for (String key : keys) {
      node = (Map<String, Object>) node.computeIfAbsent(key, k -> new LinkedHashMap<>());
    }
    return node;
  }
}
