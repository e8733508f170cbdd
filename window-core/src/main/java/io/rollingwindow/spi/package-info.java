/**
 * What the runtime asks of a source, a target and a store. Adapters implement these; applications
 * use the adapters.
 */
package io.rollingwindow.spi;
