package io.rollingwindow.it.bridge;

import java.util.Locale;
import java.util.Set;

/**
 * How a result can be taken from the engine block by block.
 *
 * <p>The engine writes each block as a document of its own. Formats that are rows and nothing else
 * can be joined; those of the RowBinary family repeat a heading that can be cut off; all others are
 * made whole by the engine before anything is sent.
 */
enum OutputFormat {
  /** Blocks are joined as they are. */
  ROWS,
  /** Every block starts with the heading of the first. */
  ROWS_AFTER_NAMES,
  /** Every block starts with the heading of the first, names and types. */
  ROWS_AFTER_NAMES_AND_TYPES,
  /** Something comes after the rows, or the heading has no length that could be known. */
  WHOLE;

  private static final Set<String> ROW_FORMATS =
      Set.of(
          "rowbinary",
          "native",
          "tabseparated",
          "tsv",
          "tabseparatedraw",
          "tsvraw",
          "csv",
          "jsoneachrow",
          "jsoncompacteachrow",
          "null");

  static OutputFormat of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (ROW_FORMATS.contains(lower)) {
      return ROWS;
    }
    return switch (lower) {
      case "rowbinarywithnames" -> ROWS_AFTER_NAMES;
      case "rowbinarywithnamesandtypes" -> ROWS_AFTER_NAMES_AND_TYPES;
      default -> WHOLE;
    };
  }

  /** The media type that a server names for the format. */
  static String contentType(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith("tabseparated") || lower.startsWith("tsv")) {
      return "text/tab-separated-values; charset=UTF-8";
    }
    if (lower.startsWith("csv")) {
      return "text/csv; charset=UTF-8";
    }
    if (lower.startsWith("json")) {
      return "application/json; charset=UTF-8";
    }
    if (lower.startsWith("rowbinary") || lower.equals("native")) {
      return "application/octet-stream";
    }
    return "text/plain; charset=UTF-8";
  }

  /** How many bytes at the start of the block are heading. */
  long headingLength(EngineResult block) {
    return switch (this) {
      case ROWS, WHOLE -> 0;
      case ROWS_AFTER_NAMES -> new Heading(block).length(1);
      case ROWS_AFTER_NAMES_AND_TYPES -> new Heading(block).length(2);
    };
  }

  /** A column count and then strings, one or two per column, with lengths in LEB128. */
  private static final class Heading {

    private static final int WINDOW = 1 << 12;

    private final EngineResult block;
    private byte[] window;
    private long windowStart;
    private long position;

    Heading(EngineResult block) {
      this.block = block;
      this.window = block.bytes(0, WINDOW);
    }

    long length(int stringsPerColumn) {
      long strings = varint() * stringsPerColumn;
      for (long i = 0; i < strings; i++) {
        long size = varint();
        position += size;
      }
      return position;
    }

    private long varint() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = nextByte();
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
    }

    private byte nextByte() {
      if (position < windowStart || position >= windowStart + window.length) {
        window = block.bytes(position, WINDOW);
        windowStart = position;
      }
      return window[(int) (position++ - windowStart)];
    }
  }
}
