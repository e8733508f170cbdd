package io.rollingwindow.it.row;

import io.rollingwindow.type.ColumnType;
import java.util.List;
import java.util.stream.Stream;

/** The types that the tests put through a server. */
public final class EveryType {

  /** Every kind of type, the families with an edge or two of their parameters. */
  public static final List<ColumnType> LIST =
      Stream.of(
              "Bool",
              "Int8",
              "Int16",
              "Int32",
              "Int64",
              "Int128",
              "Int256",
              "UInt8",
              "UInt16",
              "UInt32",
              "UInt64",
              "UInt128",
              "UInt256",
              "Float32",
              "Float64",
              "Decimal(1, 0)",
              "Decimal(9, 9)",
              "Decimal(18, 2)",
              "Decimal(19, 0)",
              "Decimal(38, 38)",
              "Decimal(39, 7)",
              "Decimal(76, 40)",
              "String",
              "FixedString(1)",
              "FixedString(33)",
              "UUID",
              "Date",
              "Date32",
              "DateTime('UTC')",
              "DateTime64(0, 'UTC')",
              "DateTime64(1, 'UTC')",
              "DateTime64(2, 'UTC')",
              "DateTime64(3, 'UTC')",
              "DateTime64(4, 'UTC')",
              "DateTime64(5, 'UTC')",
              "DateTime64(6, 'UTC')",
              "DateTime64(7, 'UTC')",
              "DateTime64(8, 'UTC')",
              "DateTime64(9, 'UTC')",
              "Enum8('' = -128, 'a' = 0, 'it\\'s \\\\' = 127)",
              "Enum16('é' = -32768, 'b' = 300, '\\t' = 32767)",
              "IPv4",
              "IPv6",
              "Array(Int64)",
              "Array(Nullable(Decimal(38, 8)))",
              "Array(LowCardinality(Nullable(String)))",
              "Array(Array(Nullable(DateTime64(6, 'UTC'))))",
              "LowCardinality(String)",
              "LowCardinality(Nullable(String))",
              "LowCardinality(Nullable(FixedString(5)))",
              "LowCardinality(Nullable(DateTime('UTC')))",
              "LowCardinality(UInt16)",
              "Nullable(Int256)",
              "Nullable(Float64)",
              "Nullable(Decimal(18, 2))",
              "Nullable(String)",
              "Nullable(FixedString(16))",
              "Nullable(UUID)",
              "Nullable(Date32)",
              "Nullable(DateTime64(6, 'UTC'))",
              "Nullable(Enum8('x' = 1, 'y' = 2))",
              "Nullable(IPv6)",
              "Nullable(Bool)")
          .map(ColumnType::parse)
          .toList();

  private EveryType() {}
}
