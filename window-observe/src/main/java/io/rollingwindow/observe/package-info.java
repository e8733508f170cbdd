/**
 * Listeners for {@code RollingWindowRuntime.Builder.listener}. Each needs its own library on the
 * application's path, and none of the other's.
 */
package io.rollingwindow.observe;
