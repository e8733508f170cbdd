/** Reads and refuses manifests. Not exported. */
package io.rollingwindow.internal.manifest;
