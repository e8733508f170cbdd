package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** IPv6: sixteen bytes in network order. */
final class Ipv6Writer extends ColumnWriter {

  private static final int WIDTH = 16;

  Ipv6Writer(RowBuffer out, String column, ColumnType type) {
    super(out, column, type);
  }

  @Override
  void ipv6(byte[] buffer, int offset) throws IOException {
    out.reserve(WIDTH, this);
    out.putBytes(buffer, offset, WIDTH);
  }
}
