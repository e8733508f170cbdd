package io.rollingwindow.it.bridge;

/** The HTTP status with which a ClickHouse server answers an error code. */
final class HttpStatus {

  private HttpStatus() {}

  static int of(int code) {
    return switch (code) {
      // REQUIRED_PASSWORD
      case 194 -> 401;
      // UNKNOWN_USER, WRONG_PASSWORD, ACCESS_DENIED, SET_NON_GRANTED_ROLE, AUTHENTICATION_FAILED
      case 192, 193, 497, 512, 516 -> 403;
      // What cannot be read: arguments, literals, syntax, data
      case 6, 7, 8, 15, 16, 25, 26, 27, 36, 38, 41, 44, 53, 62, 69, 72, 117, 167, 168, 223, 376 ->
          400;
      // UNKNOWN_ELEMENT_IN_AST and its kin, CANNOT_PARSE_DOMAIN_VALUE, IPV4, IPV6, REGEXP
      case 98, 99, 427, 437, 441, 463, 675, 676 -> 400;
      // UNKNOWN_FUNCTION, IDENTIFIER, TYPE, STORAGE, TABLE, AGGREGATE_FUNCTION, FORMAT, QUERY,
      // DATABASE, SETTING, DATABASE_ENGINE, ROLE, DIRECTION_OF_SORTING
      case 46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336, 511, 1 -> 404;
      // TIMEOUT_EXCEEDED
      case 159 -> 408;
      // HTTP_LENGTH_REQUIRED
      case 381 -> 411;
      // QUERY_IS_TOO_LARGE
      case 307 -> 413;
      // NOT_IMPLEMENTED
      case 48 -> 501;
      // CANNOT_OPEN_FILE, SOCKET_TIMEOUT, CANNOT_SCHEDULE_TASK
      case 76, 209, 439 -> 503;
      default -> 500;
    };
  }
}
