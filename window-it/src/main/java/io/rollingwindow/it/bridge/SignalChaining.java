package io.rollingwindow.it.bridge;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Protects the JVM's signal handlers from the engine.
 *
 * <p>With every connection the engine sets the handlers of SIGSEGV and others to their default,
 * even when it was told to leave them alone. The JVM takes SIGSEGV in normal work, so it would die
 * without a word at the next one. The JDK's own answer is {@code libjsig}: loaded first, it keeps
 * the JVM's handlers in place and chains what others set behind them.
 */
final class SignalChaining {

  private SignalChaining() {}

  /** Has the child process load the JDK's library first. */
  static void into(Map<String, String> environment) {
    boolean mac = EngineLibrary.isMac();
    Path library =
        Path.of(System.getProperty("java.home"), "lib", mac ? "libjsig.dylib" : "libjsig.so");
    if (!Files.isRegularFile(library)) {
      throw new IllegalStateException(
          "This JDK has no " + library + ", without which the engine would crash the JVM");
    }
    environment.put(mac ? "DYLD_INSERT_LIBRARIES" : "LD_PRELOAD", library.toString());
  }
}
