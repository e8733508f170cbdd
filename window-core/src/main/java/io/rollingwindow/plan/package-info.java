/** The window, its chunks, and everything that identifies one run's work. */
package io.rollingwindow.plan;
