/** The face of the library: configuration, runtime, results, capabilities and errors. */
package io.rollingwindow;
