/**
 * The column types of a target: a closed hierarchy that is parsed from, and prints as, the names
 * that ClickHouse itself uses, and the ordered schema made of them.
 */
package io.rollingwindow.type;
