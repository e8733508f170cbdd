/**
 * The ClickHouse side of a rolling window: chunks are staged in tables of their own, a complete
 * generation is built and proven beside the target, and one {@code EXCHANGE TABLES} publishes it.
 */
package io.rollingwindow.clickhouse;
