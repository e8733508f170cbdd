/** A writer guard for places where this process is known to be the only writer. */
package io.rollingwindow.it.guard;
