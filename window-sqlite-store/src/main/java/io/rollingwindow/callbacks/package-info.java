/** Evidence and state callbacks that keep their contract, ready to be used. */
package io.rollingwindow.callbacks;
