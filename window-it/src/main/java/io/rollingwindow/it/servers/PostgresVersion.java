package io.rollingwindow.it.servers;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The major versions of PostgreSQL that can be started here. */
public enum PostgresVersion {
  /** The current major, from the class path. */
  V18(18) {
    @Override
    PgBinaryResolver binaries() {
      return DefaultPostgresBinaryResolver.INSTANCE;
    }
  },
  /** The oldest major in support, which the build unpacks beside the classes. */
  V14(14) {
    @Override
    PgBinaryResolver binaries() {
      return (system, machine) -> openBundle(buildFolder().resolve("postgres-14"));
    }
  };

  private final int major;

  PostgresVersion(int major) {
    this.major = major;
  }

  /** The major version. */
  public int major() {
    return major;
  }

  abstract PgBinaryResolver binaries();

  private static InputStream openBundle(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        var bundle = files.filter(file -> file.toString().endsWith(".txz")).findFirst();
        if (bundle.isPresent()) {
          return Files.newInputStream(bundle.get());
        }
      }
    }
    throw new IllegalStateException(
        "No PostgreSQL binaries in "
            + folder
            + ": run 'mvn -DskipTests package -pl window-it -am', which unpacks them");
  }

  private static Path buildFolder() {
    try {
      return Path.of(
              PostgresVersion.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Cannot tell where this module was built", e);
    }
  }
}
