/** The demonstration: a whole refresh on real servers, from nothing to a checked result. */
package io.rollingwindow.it.demo;
