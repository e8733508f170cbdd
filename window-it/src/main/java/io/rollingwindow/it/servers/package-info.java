/**
 * Real PostgreSQL and ClickHouse servers for tests, the demo and benchmarks, chosen by one switch.
 *
 * <p>{@link io.rollingwindow.it.servers.Servers} starts them; an endpoint says how to reach one.
 */
package io.rollingwindow.it.servers;
