/**
 * The row path: typed values go in, canonical RowBinary rows come out in bounded payloads, with a
 * digest of them as a multiset. Every value arrives exactly or the call that brought it fails.
 */
package io.rollingwindow.row;
