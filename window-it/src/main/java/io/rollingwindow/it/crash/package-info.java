/** Refreshes in processes of their own that can be killed at a chosen moment, and what follows. */
package io.rollingwindow.it.crash;
