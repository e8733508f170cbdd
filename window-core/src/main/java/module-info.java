/**
 * The domain of rolling windows: planning, types, the row path, execution and its ports. It reads
 * the JDK alone.
 */
module io.rollingwindow.core {
  exports io.rollingwindow.type;
  exports io.rollingwindow.row;
}
