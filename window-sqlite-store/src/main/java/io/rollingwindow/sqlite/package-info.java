/** Leases, invocations, journal and publication records in one durable SQLite file. */
package io.rollingwindow.sqlite;
