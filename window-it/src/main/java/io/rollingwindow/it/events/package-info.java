/**
 * One small route, from a PostgreSQL table of events to a ClickHouse table of them, that the demo
 * and the tests of whole runs share.
 */
package io.rollingwindow.it.events;
