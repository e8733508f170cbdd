/**
 * The domain of rolling windows: planning, types, the row path, execution and its ports. It reads
 * the JDK alone.
 */
module io.rollingwindow.core {
  exports io.rollingwindow;
  exports io.rollingwindow.error;
  exports io.rollingwindow.plan;
  exports io.rollingwindow.row;
  exports io.rollingwindow.spi;
  exports io.rollingwindow.type;
}
