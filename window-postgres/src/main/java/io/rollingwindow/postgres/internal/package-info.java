/** Sessions, catalog, binary COPY and its decoding; not part of the public face. */
package io.rollingwindow.postgres.internal;
