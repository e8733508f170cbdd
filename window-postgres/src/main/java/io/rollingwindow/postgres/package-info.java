/** The PostgreSQL side of a rolling window, composed by its builder. */
package io.rollingwindow.postgres;
