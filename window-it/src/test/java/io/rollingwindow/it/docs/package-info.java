/**
 * The Java of README and docs, in real source files: what stands between {@code // [name]} and
 * {@code // [/name]} is a block of a page, word for word. Others test what the pages say besides.
 */
package io.rollingwindow.it.docs;
