package io.rollingwindow.postgres.internal;

/**
 * A column of the source table.
 *
 * @param name its exact name
 * @param type its type
 */
record SourceColumn(String name, SourceType type) {}
