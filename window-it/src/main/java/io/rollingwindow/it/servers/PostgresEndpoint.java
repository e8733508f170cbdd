package io.rollingwindow.it.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** How to reach one PostgreSQL database. */
public record PostgresEndpoint(
    String host, int port, String database, String user, String password) {

  /** The JDBC URL, without the user and the password. */
  public String jdbcUrl() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + database;
  }

  /** Opens a connection. */
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return DriverManager.getConnection(jdbcUrl(), properties);
  }

  /** The same server's other database. */
  public PostgresEndpoint inDatabase(String name) {
    return new PostgresEndpoint(host, port, name, user, password);
  }

  @Override
  public String toString() {
    return user + "@" + jdbcUrl();
  }
}
