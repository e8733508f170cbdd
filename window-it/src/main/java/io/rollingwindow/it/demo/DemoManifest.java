package io.rollingwindow.it.demo;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the manifest as any application would: a YAML file to plain maps. */
final class DemoManifest {

  private DemoManifest() {}

  static Map<String, Object> read() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(
            DemoManifest.class.getResourceAsStream("/demo/manifest.yaml"), "manifest")) {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
    }
  }
}
