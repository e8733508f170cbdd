/** How the ClickHouse target does its work. Not for use by applications. */
package io.rollingwindow.clickhouse.internal;
