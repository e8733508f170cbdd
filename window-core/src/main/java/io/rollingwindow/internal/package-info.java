/** What several packages share and nobody outside uses. Not exported. */
package io.rollingwindow.internal;
