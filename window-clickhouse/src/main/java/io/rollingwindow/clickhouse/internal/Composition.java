package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.type.WindowSchema;
import java.sql.Connection;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The parts of one target, checked by its builder.
 *
 * @param targetId the stable name of the target
 * @param database the database, unquoted
 * @param table the table, unquoted
 * @param schema the columns
 * @param windowColumn the column that the window is about
 * @param control opens control connections
 * @param bulk sends streams of rows
 * @param guard the authority over all writers
 * @param maxEncodedBytes the bound of a row and of a payload
 * @param compression whether rows are compressed on the way
 * @param durability whether the generation is forced to disk
 * @param strategy how the generation is built; empty to choose by the target
 * @param limits bounds of waiting and memory
 * @param clock dates owned tables
 */
public record Composition(
    String targetId,
    String database,
    String table,
    WindowSchema schema,
    String windowColumn,
    Callable<Connection> control,
    Client bulk,
    ExclusiveWindowWriterGuard guard,
    int maxEncodedBytes,
    boolean compression,
    boolean durability,
    Optional<GenerationStrategy> strategy,
    Limits limits,
    Clock clock) {}
