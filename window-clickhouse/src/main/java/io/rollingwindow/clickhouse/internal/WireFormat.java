package io.rollingwindow.clickhouse.internal;

import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The format in which inserts send the encoded rows of a schema.
 *
 * @param format its name
 * @param payloads makes an empty payload
 */
record WireFormat(ClickHouseFormat format, Supplier<Payload> payloads) {

  private static final int TARGET_BYTES = 1 << 20;

  /** The limit of memory is divided among the buffers of a stream. */
  private static final int BUFFERS = 4;

  private static final WireFormat ROW_BINARY =
      new WireFormat(ClickHouseFormat.RowBinary, RowBinaryPayload::new);

  /**
   * Native, unless a row could be larger in it by more than a share of the limit of memory; such
   * rows are sent as they were encoded.
   *
   * @param maxEncodedBytes the bound of a row and of a payload in RowBinary
   */
  static WireFormat of(WindowSchema schema, int maxEncodedBytes) {
    int share = Math.max(1, maxEncodedBytes / BUFFERS);
    List<NativeType> types = new ArrayList<>();
    long growth = 0;
    for (WindowColumn column : schema.columns()) {
      Optional<NativeType> type = NativeType.of(column.type());
      if (type.isEmpty()) {
        return ROW_BINARY;
      }
      types.add(type.get());
      growth += type.get().growth();
    }
    int target = Math.min(TARGET_BYTES, share);
    return growth > share
        ? ROW_BINARY
        : new WireFormat(
            ClickHouseFormat.Native, () -> block(schema.columns(), types, target, maxEncodedBytes));
  }

  private static Payload block(
      List<WindowColumn> columns, List<NativeType> types, int target, int keep) {
    NativeColumn[] made = new NativeColumn[types.size()];
    int offsetBytes = 0;
    for (int i = 0; i < made.length; i++) {
      made[i] = new NativeColumn(columns.get(i).name(), types.get(i));
      offsetBytes += types.get(i).array() ? Long.BYTES : 0;
    }
    return new NativeBlock(made, offsetBytes, target, keep);
  }
}
