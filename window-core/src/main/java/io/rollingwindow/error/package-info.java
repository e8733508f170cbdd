/** One family of typed errors: what happened, what was left in place, what to do next. */
package io.rollingwindow.error;
