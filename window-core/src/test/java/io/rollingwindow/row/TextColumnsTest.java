package io.rollingwindow.row;

import static io.rollingwindow.row.Cell.bytes;
import static io.rollingwindow.row.Cell.refusal;
import static io.rollingwindow.row.Cell.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.EnumType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextColumnsTest {

  private static final DateTime64Range RANGE = DateTime64Range.YEARS_1900_TO_2299;

  @Test
  void emptyTextNullWordsAndNullAreAllDifferent() {
    Set<String> encoded = new HashSet<>();
    for (String value : new String[] {"", "NULL", "\\N", "null", "é", "😀", "\0", "'"}) {
      encoded.add(Cell.of("Nullable(String)", text(value)));
    }
    encoded.add(Cell.of("Nullable(String)", RowEncoder::nul));
    assertEquals(9, encoded.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"80", "c3", "c328", "eda080", "f8888080", "c080", "61ff62", "f4908080"})
  void textThatIsNotUtf8IsRefusedWhereverTextGoes(String hex) {
    byte[] value = HexFormat.of().parseHex(hex.replace(" ", ""));
    for (String type :
        new String[] {"String", "Nullable(String)", "LowCardinality(String)", "FixedString(9)"}) {
      assertEquals(Reason.NOT_UTF8, refusal(type, rows -> rows.text(value, 0, value.length)));
    }
    assertEquals(
        String.format("%02x", value.length) + HexFormat.of().formatHex(value),
        Cell.of("String", rows -> rows.bytes(value, 0, value.length)));
  }

  @Test
  void onlyTheGivenRangeIsTextNotWhatSurroundsIt() {
    byte[] value = {(byte) 0xFF, 'a', (byte) 0xC3, (byte) 0xA9, (byte) 0xA9};
    assertEquals("0361c3a9", Cell.of("String", rows -> rows.text(value, 1, 3)));
    assertEquals(Reason.NOT_UTF8, refusal("String", rows -> rows.text(value, 1, 2)));
    assertEquals(Reason.NOT_UTF8, refusal("String", rows -> rows.text(value, 1, 4)));
  }

  @Test
  void aRangeOutsideItsArrayIsTheCallersErrorAndWritesNothing() {
    byte[] value = new byte[4];
    for (Cell.Put call :
        new Cell.Put[] {
          rows -> rows.text(value, 2, 3),
          rows -> rows.bytes(value, -1, 2),
          rows -> rows.text(value, 0, -1),
          rows -> rows.bytes(value, 5, 0)
        }) {
      RowEncoder rows = Cell.encoder("String", RANGE, (buffer, offset, length) -> {});
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> {
            rows.epochMicros(0);
            call.into(rows);
          });
      assertThrows(IllegalStateException.class, rows::endRow);
      assertThrows(IllegalStateException.class, rows::finish);
    }
  }

  @Test
  void shortTextIsPaddedInAFixedStringAndLongTextRefused() {
    assertEquals("616200", Cell.of("FixedString(3)", text("ab")));
    assertEquals("616263", Cell.of("FixedString(3)", text("abc")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", text("abcd")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(1)", text("é")));
  }

  /** Otherwise {@code a} and {@code a\0} would become one value. */
  @Test
  void textThatEndsInNulCannotBeToldFromPaddingAndIsRefused() {
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", text("a\0")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", text("ab\0")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", text("\0")));
    assertEquals("610062", Cell.of("FixedString(3)", text("a\0b")));
  }

  @Test
  void bytesInAFixedStringHaveItsLength() {
    assertEquals("ff0000", Cell.of("FixedString(3)", bytes("ff0000")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", bytes("ff00")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", bytes("ff000000")));
    assertEquals(Reason.WRONG_LENGTH, refusal("FixedString(3)", bytes("")));
  }

  @Test
  void aLabelIsFoundByItsExactBytes() {
    String type = "Enum8('a' = 1, 'A' = 2, 'ab' = 3, '' = 4)";
    assertEquals("01", Cell.of(type, text("a")));
    assertEquals("02", Cell.of(type, text("A")));
    assertEquals("03", Cell.of(type, text("ab")));
    assertEquals("04", Cell.of(type, text("")));
    assertEquals("0001", Cell.of("Nullable(" + type + ")", text("a")));
    for (String unknown : new String[] {"b", "a ", "abc", "aB", "1", "é"}) {
      assertEquals(Reason.UNKNOWN_ENUM_LABEL, refusal(type, text(unknown)));
    }
  }

  @Test
  void everyLabelOfALargeEnumIsFoundAndNothingElse() throws IOException {
    Map<String, Integer> values = new LinkedHashMap<>();
    for (int i = 0; i < 3000; i++) {
      values.put("label " + i * 7919, i - 1500);
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    RowEncoder rows = Cell.encoder(new EnumType(16, values).nativeName(), RANGE, stream::write);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (Map.Entry<String, Integer> label : values.entrySet()) {
      rows.epochMicros(0);
      Cell.text(label.getKey()).into(rows);
      rows.endRow();
      expected.write(new byte[8]);
      expected.write(label.getValue());
      expected.write(label.getValue() >> 8);
    }
    rows.finish();
    assertArrayEquals(expected.toByteArray(), stream.toByteArray());
    assertEquals(
        Reason.UNKNOWN_ENUM_LABEL, refusal(new EnumType(16, values).nativeName(), text("label 1")));
  }

  @Test
  void theMessageShowsNeitherTheValueNorALongType() {
    byte[] value = "secret".getBytes(StandardCharsets.UTF_8);
    RowEncoder rows = Cell.encoder("Enum8('a' = 1)", RANGE, (buffer, offset, length) -> {});
    RowValueException refused =
        assertThrows(
            RowValueException.class,
            () -> {
              rows.epochMicros(0);
              rows.text(value, 0, value.length);
            });
    assertEquals(
        "column \"c\": the label is none of Enum8's (UNKNOWN_ENUM_LABEL)", refused.getMessage());
  }
}
