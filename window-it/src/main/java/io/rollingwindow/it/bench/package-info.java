/**
 * Measures a refresh of a window against its peers, on the same servers and data and in one run:
 * {@link io.rollingwindow.it.bench.BenchMain}.
 */
package io.rollingwindow.it.bench;
