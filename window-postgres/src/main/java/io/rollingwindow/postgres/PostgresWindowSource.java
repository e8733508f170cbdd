package io.rollingwindow.postgres;

import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.internal.PostgresReader;
import io.rollingwindow.postgres.internal.SourceOptions;
import io.rollingwindow.postgres.internal.SourceTable;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.WindowSource;
import java.time.Duration;
import java.util.Objects;

/**
 * One ordinary table of a PostgreSQL server, primary or hot standby, from version 13 on.
 *
 * <p>A snapshot is one transaction that stays open until the snapshot is closed. It holds the lock
 * that every reader takes: other sessions read and write as before, and a statement that changes
 * the table's shape waits. Slices are read by further sessions in that same snapshot; what they
 * read does not depend on settings of the server, the database or the role. Nothing is written to
 * the server. Closing leaves no session behind.
 *
 * <p>A snapshot keeps VACUUM from removing rows that died after it was taken, in the whole
 * database; chunks that take hours make that noticeable.
 */
public final class PostgresWindowSource implements WindowSource {

  private final PostgresReader reader;

  private PostgresWindowSource(Builder builder) {
    this.reader =
        new PostgresReader(
            new SourceOptions(
                Objects.requireNonNull(builder.connections, "connections"),
                new SourceTable(
                    Objects.requireNonNull(builder.schema, "schema"),
                    Objects.requireNonNull(builder.table, "table")),
                builder.lockTimeout,
                builder.silenceTimeout,
                builder.maxSlices));
  }

  /**
   * Starts to compose a source.
   *
   * @return a builder without a connection factory or table yet
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public SourcePreflight preflight(WindowRequest request) {
    return reader.preflight(request);
  }

  @Override
  public SourceSnapshot open(WindowRequest request) {
    return reader.open(request);
  }

  /**
   * Composes a source. Factory, schema and table must be given; the rest has defaults. For one
   * thread.
   */
  public static final class Builder {

    private PgConnectionFactory connections;
    private String schema;
    private String table;
    private Duration lockTimeout = Duration.ofSeconds(10);
    private Duration silenceTimeout = Duration.ofMinutes(30);
    private int maxSlices = 16;

    private Builder() {}

    /**
     * Sets where connections come from.
     *
     * @param factory opens independent sessions of one server and database
     * @return this builder
     */
    public Builder connections(PgConnectionFactory factory) {
      this.connections = Objects.requireNonNull(factory, "factory");
      return this;
    }

    /**
     * Sets the table's schema. The search path plays no part.
     *
     * @param name the exact name, unquoted
     * @return this builder
     */
    public Builder schema(String name) {
      this.schema = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Sets the table.
     *
     * @param name the exact name, unquoted
     * @return this builder
     */
    public Builder table(String name) {
      this.table = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Sets how long to wait for the table's lock while a statement that changes the table holds it
     * or waits for it: 10 seconds if not set. Others that read the table wait as long.
     *
     * @param time at least a millisecond
     * @return this builder
     * @throws IllegalArgumentException when the time is shorter
     */
    public Builder lockTimeout(Duration time) {
      this.lockTimeout = atLeastMillisecond(time);
      return this;
    }

    /**
     * Sets how long the server may send nothing in the middle of a read before the connection
     * counts as lost: 30 minutes if not set. A scan that finds no row sends nothing while it lasts.
     * Time that a slow target takes does not count.
     *
     * @param time at least a millisecond
     * @return this builder
     * @throws IllegalArgumentException when the time is shorter
     */
    public Builder silenceTimeout(Duration time) {
      this.silenceTimeout = atLeastMillisecond(time);
      return this;
    }

    /**
     * Sets how many workers may read one chunk side by side, within the run's parallelism: 16 if
     * not set.
     *
     * @param slices at least 1
     * @return this builder
     * @throws IllegalArgumentException when it is less
     */
    public Builder maxSlices(int slices) {
      if (slices < 1) {
        throw new IllegalArgumentException("a chunk has at least one slice");
      }
      this.maxSlices = slices;
      return this;
    }

    /**
     * Composes the source. Nothing is opened.
     *
     * @return the source
     * @throws NullPointerException when factory, schema or table is missing
     * @throws IllegalArgumentException when a name is none that PostgreSQL can have
     */
    public PostgresWindowSource build() {
      return new PostgresWindowSource(this);
    }

    private static Duration atLeastMillisecond(Duration time) {
      if (time.toMillis() < 1) {
        throw new IllegalArgumentException("a timeout is at least a millisecond long");
      }
      return time;
    }
  }
}
