package io.rollingwindow.it.bench;

import java.util.Map;

/**
 * What one run of a contender took.
 *
 * @param rows the rows that it moved
 * @param seconds wall time
 * @param cpuSeconds CPU time of each process
 * @param peakBytes the most memory that each process had
 * @param allocatedBytes what the client's threads allocated on the heap
 */
record Usage(
    long rows,
    double seconds,
    Map<Role, Double> cpuSeconds,
    Map<Role, Long> peakBytes,
    long allocatedBytes) {}
