package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the engine's shared library.
 *
 * <p>The build unpacks it into {@code target/engine} of this module. The system property {@value
 * #PROPERTY} names another place: the library itself, or a folder to look in.
 */
public final class EngineLibrary {

  /** The system property that names the library or the folder that holds it. */
  public static final String PROPERTY = "window.it.engine";

  private static final int SEARCH_DEPTH = 4;

  private EngineLibrary() {}

  /**
   * Returns the path of the engine's library.
   *
   * @throws IllegalStateException with what to do about it, when there is none
   */
  public static Path find() {
    String given = System.getProperty(PROPERTY);
    Path place = given == null || given.isBlank() ? buildFolder() : Path.of(given);
    return search(place)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No engine library "
                        + fileName()
                        + " under "
                        + place
                        + ": run 'mvn -DskipTests package -pl window-it -am', which fetches it with"
                        + " npm, or name its place with -D"
                        + PROPERTY
                        + "=PATH"));
  }

  private static Optional<Path> search(Path place) {
    if (Files.isRegularFile(place)) {
      return Optional.of(place.toAbsolutePath());
    }
    if (!Files.isDirectory(place)) {
      return Optional.empty();
    }
    try (Stream<Path> found =
        Files.find(
            place,
            SEARCH_DEPTH,
            (path, attributes) ->
                attributes.isRegularFile() && path.getFileName().toString().equals(fileName()))) {
      return found.findFirst().map(Path::toAbsolutePath);
    } catch (IOException e) {
      throw new IllegalStateException("Cannot look for the engine library under " + place, e);
    }
  }

  private static String fileName() {
    // The package carries the same name on every platform, also where ".dylib" is customary.
    return "libchdb.so";
  }

  /** The engine folder beside the folder that this class was loaded from. */
  private static Path buildFolder() {
    try {
      Path location =
          Path.of(EngineLibrary.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return location.resolveSibling("engine");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(
          "Cannot tell where this module was built; name the engine's place with -D" + PROPERTY, e);
    }
  }
}
