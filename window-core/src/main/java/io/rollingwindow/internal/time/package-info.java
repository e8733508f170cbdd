/** Time, threads and waiting as one port, so that a test can own the clock and the schedule. */
package io.rollingwindow.internal.time;
