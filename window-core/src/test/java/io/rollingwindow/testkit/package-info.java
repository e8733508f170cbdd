/**
 * Ports in memory, faults at every port call, and the contracts that any store, guard or callback
 * must keep. Published as a test artifact for whoever writes one.
 */
package io.rollingwindow.testkit;
