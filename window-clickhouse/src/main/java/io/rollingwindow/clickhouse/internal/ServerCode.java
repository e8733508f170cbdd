package io.rollingwindow.clickhouse.internal;

import java.util.Arrays;

/** The server's error codes that are told apart. */
enum ServerCode {
  NO_SUCH_COLUMN_IN_TABLE(16, Meaning.SCHEMA),
  UNKNOWN_IDENTIFIER(47, Meaning.SCHEMA),
  NUMBER_OF_COLUMNS_DOESNT_MATCH(20, Meaning.SCHEMA),
  INCOMPATIBLE_COLUMNS(122, Meaning.SCHEMA),
  TYPE_MISMATCH(53, Meaning.SCHEMA),
  NOT_IMPLEMENTED(48, Meaning.OTHER),
  /** Names of ours are used once, so this is a request of ours that came twice. */
  TABLE_ALREADY_EXISTS(57, Meaning.PASSING),
  UNKNOWN_TABLE(60, Meaning.OTHER),
  UNKNOWN_SETTING(115, Meaning.OTHER),
  TIMEOUT_EXCEEDED(159, Meaning.PASSING),
  READONLY(164, Meaning.RIGHTS),
  QUOTA_EXCEEDED(201, Meaning.QUOTA),
  TOO_MANY_SIMULTANEOUS_QUERIES(202, Meaning.PASSING),
  NO_FREE_CONNECTION(203, Meaning.PASSING),
  SOCKET_TIMEOUT(209, Meaning.PASSING),
  NETWORK_ERROR(210, Meaning.PASSING),
  ABORTED(236, Meaning.PASSING),
  MEMORY_LIMIT_EXCEEDED(241, Meaning.PASSING),
  NOT_ENOUGH_SPACE(243, Meaning.SPACE),
  TOO_MANY_PARTS(252, Meaning.PASSING),
  UNEXPECTED_END_OF_FILE(3, Meaning.PASSING),
  CANNOT_READ_ALL_DATA(33, Meaning.PASSING),
  QUERY_WAS_CANCELLED(394, Meaning.PASSING),
  CANNOT_SCHEDULE_TASK(439, Meaning.PASSING),
  SETTING_CONSTRAINT_VIOLATION(452, Meaning.RIGHTS),
  DEADLOCK_AVOIDED(473, Meaning.PASSING),
  ACCESS_DENIED(497, Meaning.RIGHTS),
  AUTHENTICATION_FAILED(516, Meaning.RIGHTS),
  SERVER_OVERLOADED(745, Meaning.PASSING);

  /** What a code says about trying again. */
  enum Meaning {
    /**
     * The server was busy, shutting down or cut off, or heard us twice; another try may succeed.
     */
    PASSING,
    /** The table is not as it was. */
    SCHEMA,
    /** The account may not. */
    RIGHTS,
    /** The account has used up what a quota leaves it. */
    QUOTA,
    /** The disk is full. */
    SPACE,
    /** Nothing in particular. */
    OTHER
  }

  private final int code;
  private final Meaning meaning;

  ServerCode(int code, Meaning meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  static Meaning meaningOf(int code) {
    return Arrays.stream(values())
        .filter(known -> known.code == code)
        .map(known -> known.meaning)
        .findFirst()
        .orElse(Meaning.OTHER);
  }
}
