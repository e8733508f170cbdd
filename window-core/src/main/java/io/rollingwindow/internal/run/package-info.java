/** How a run is carried out, blocked, resumed and finished, over the ports alone. */
package io.rollingwindow.internal.run;
