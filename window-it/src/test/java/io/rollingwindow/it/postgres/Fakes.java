package io.rollingwindow.it.postgres;

import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Connections as wrappers and pools make them. */
final class Fakes {

  private Fakes() {}

  /** Stands on no PostgreSQL driver. */
  static Connection connectionThatUnwrapsToNothing() {
    return proxy(
        (method, arguments) -> {
          if (method.getName().equals("unwrap")) {
            throw new SQLException("not a wrapper");
          }
          return null;
        });
  }

  /** Is not closed by closing, as a pool's connection. */
  static Connection connectionThatStaysOpen(Connection real) {
    return proxy(
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            return null;
          }
          try {
            return method.invoke(real, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  /** Ends its session once nobody refers to it any more, as a leak detector does. */
  static Connection connectionThatEndsWhenForgotten(Connection real, Cleaner cleaner) {
    Connection given = connectionThatStaysOpen(real);
    cleaner.register(
        given,
        () -> {
          try {
            real.abort(Runnable::run);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    return given;
  }

  static Connection really(Connection proxy) throws SQLException {
    return (Connection) proxy.unwrap(org.postgresql.PGConnection.class);
  }

  static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      answer.next();
      return answer.getString(1);
    }
  }

  private static Connection proxy(Answer answer) {
    return (Connection)
        Proxy.newProxyInstance(
            Fakes.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> answer.to(method, arguments));
  }

  @FunctionalInterface
  private interface Answer {
    Object to(Method method, Object[] arguments) throws Throwable;
  }
}
