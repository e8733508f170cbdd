/** The file, its schema, its statements and the JSON form of its records. */
package io.rollingwindow.sqlite.internal;
