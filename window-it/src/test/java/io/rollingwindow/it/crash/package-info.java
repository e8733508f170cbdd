/** Processes and servers that are really killed while they refresh a window, and what follows. */
package io.rollingwindow.it.crash;
