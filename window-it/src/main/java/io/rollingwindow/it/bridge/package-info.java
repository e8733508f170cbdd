/**
 * A ClickHouse for integration tests on machines without a server or containers: the engine itself
 * behind ClickHouse's HTTP interface, in a process of its own.
 *
 * <p>{@link io.rollingwindow.it.bridge.EmbeddedClickHouse} starts, kills and restarts it. The rest
 * of the package runs inside that process.
 */
package io.rollingwindow.it.bridge;
