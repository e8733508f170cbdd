/** Micro benchmarks of the row path, by JMH. */
package io.rollingwindow.bench;
