package io.rollingwindow.callbacks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A browser without a window, started anew for each page. */
final class Browser {

  private static final int LONGEST_SECONDS = 60;

  private final String command;
  private final Path folder;

  /**
   * A browser.
   *
   * @param command Chromium or one that understands its options
   * @param folder where its profile and its output go
   */
  Browser(String command, Path folder) {
    this.command = command;
    this.folder = folder;
  }

  /** The page's elements as the browser has them once it is loaded. */
  String dom(Path page, int width) throws IOException, InterruptedException {
    return run(page, width, 900, "--dump-dom");
  }

  /** A picture of the page's upper part. */
  Path picture(Path page, int width, int height, String... options)
      throws IOException, InterruptedException {
    Path picture = folder.resolve("page-" + width + "x" + height + ".png");
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--screenshot=" + picture);
    run(page, width, height, all.toArray(new String[0]));
    return picture;
  }

  private String run(Path page, int width, int height, String... options)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                command,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-quic",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--hide-scrollbars",
                "--user-data-dir=" + Files.createTempDirectory(folder, "profile"),
                "--window-size=" + width + "," + height));
    all.addAll(List.of(options));
    all.add(page.toUri().toString());
    Path output = Files.createTempFile(folder, "browser", ".out");
    Path errors = Files.createTempFile(folder, "browser", ".err");
    Process process =
        new ProcessBuilder(all)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("The browser failed: " + Files.readString(errors));
      }
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output, StandardCharsets.UTF_8);
  }
}
