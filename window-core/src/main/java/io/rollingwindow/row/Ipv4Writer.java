package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** IPv4: the address as a number, the lowest byte first. */
final class Ipv4Writer extends ColumnWriter {

  Ipv4Writer(RowBuffer out, String column, ColumnType type) {
    super(out, column, type);
  }

  @Override
  void ipv4(int address) throws IOException {
    out.reserve(Integer.BYTES, this);
    out.putLittleEndian(address, Integer.BYTES);
  }
}
