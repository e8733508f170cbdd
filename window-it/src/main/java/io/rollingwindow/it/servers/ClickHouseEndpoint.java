package io.rollingwindow.it.servers;

import com.clickhouse.client.api.Client;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** How to reach one ClickHouse database over HTTP. */
public record ClickHouseEndpoint(
    String host, int port, String database, String user, String password) {

  /** The address of the HTTP interface. */
  public String httpUrl() {
    return "http://" + host + ":" + port;
  }

  /** The JDBC URL, without the user and the password. */
  public String jdbcUrl() {
    return "jdbc:clickhouse:" + httpUrl() + "/" + database;
  }

  /** Opens a connection of the JDBC driver. */
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    return DriverManager.getConnection(jdbcUrl(), properties);
  }

  /** A builder of the official client that is set to this server, user and database. */
  public Client.Builder client() {
    return new Client.Builder()
        .addEndpoint(httpUrl())
        .setUsername(user)
        .setPassword(password)
        .setDefaultDatabase(database);
  }

  /** The same server's other database. */
  public ClickHouseEndpoint inDatabase(String name) {
    return new ClickHouseEndpoint(host, port, name, user, password);
  }

  @Override
  public String toString() {
    return user + "@" + httpUrl() + "/" + database;
  }
}
