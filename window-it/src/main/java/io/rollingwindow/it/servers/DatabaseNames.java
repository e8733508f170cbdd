package io.rollingwindow.it.servers;

import java.util.UUID;

/** Makes names that no other test uses, also where tests share a server with earlier runs. */
final class DatabaseNames {

  private static final int LENGTH = 12;

  private DatabaseNames() {}

  static String fresh() {
    return "it_" + UUID.randomUUID().toString().replace("-", "").substring(0, LENGTH);
  }
}
