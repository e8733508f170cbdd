package io.rollingwindow.postgres.internal;

import io.rollingwindow.postgres.PgConnectionFactory;
import java.time.Duration;

/**
 * How a source is composed.
 *
 * @param connections opens connections
 * @param table the table
 * @param lockTimeout how long the table's lock is waited for
 * @param silenceTimeout how long a server may send nothing in the middle of a read
 * @param maxSlices the most slices of one chunk
 */
public record SourceOptions(
    PgConnectionFactory connections,
    SourceTable table,
    Duration lockTimeout,
    Duration silenceTimeout,
    int maxSlices) {}
