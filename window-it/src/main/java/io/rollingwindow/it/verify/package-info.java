/** Exact comparisons of rows that share no code with the library. */
package io.rollingwindow.it.verify;
