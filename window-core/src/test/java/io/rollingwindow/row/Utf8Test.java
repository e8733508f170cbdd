package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Judged against the JDK's own strict decoder. */
class Utf8Test {

  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer out = CharBuffer.allocate(10_000);

  @Test
  void everySequenceOfUpToThreeBytesIsJudgedAsTheJdkDoes() {
    byte[] one = new byte[1];
    byte[] two = new byte[2];
    byte[] three = new byte[3];
    // A byte between 80 and BF acts as any other of its quarter; the borders of the quarters are
    // kept.
    int[] thirds = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF};
    for (int a = 0; a < 256; a++) {
      one[0] = two[0] = three[0] = (byte) a;
      assertEquals(decodes(one), Utf8.isWellFormed(one, 0, 1));
      for (int b = 0; b < 256; b++) {
        two[1] = three[1] = (byte) b;
        assertEquals(decodes(two), Utf8.isWellFormed(two, 0, 2));
        for (int c : thirds) {
          three[2] = (byte) c;
          assertEquals(decodes(three), Utf8.isWellFormed(three, 0, 3));
        }
      }
    }
  }

  @Test
  void everySequenceOfFourBytesWithAHighLeadIsJudgedAsTheJdkDoes() {
    byte[] four = new byte[4];
    int[] tails = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    for (int a = 0xE0; a < 256; a++) {
      four[0] = (byte) a;
      for (int b = 0; b < 256; b++) {
        four[1] = (byte) b;
        for (int c : tails) {
          four[2] = (byte) c;
          for (int d : tails) {
            four[3] = (byte) d;
            assertEquals(decodes(four), Utf8.isWellFormed(four, 0, 4));
          }
        }
      }
    }
  }

  @Test
  void aBadByteIsFoundAtEveryDistance() {
    for (int length = 1; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        byte[] text = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
        assertTrue(Utf8.isWellFormed(text, 0, length));
        text[at] = (byte) 0x80;
        assertFalse(Utf8.isWellFormed(text, 0, length));
        assertTrue(Utf8.isWellFormed(text, 0, at), "the text before it");
        assertTrue(Utf8.isWellFormed(text, at + 1, length - at - 1), "the text behind it");
      }
    }
  }

  @Property
  void textOfAnyKindIsWellFormed(@ForAll String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertTrue(Utf8.isWellFormed(bytes, 0, bytes.length));
  }

  @Property
  void anyBytesAreJudgedAsTheJdkDoes(@ForAll byte[] bytes) {
    assertEquals(decodes(bytes), Utf8.isWellFormed(bytes, 0, bytes.length));
  }

  private boolean decodes(byte[] bytes) {
    out.clear();
    return !decoder.reset().decode(ByteBuffer.wrap(bytes), out, true).isError();
  }
}
