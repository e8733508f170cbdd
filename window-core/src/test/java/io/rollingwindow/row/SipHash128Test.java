package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SipHash128Test {

  /**
   * The authors' 64-bit vectors: the key 00 01 .. 0f over the bytes 00 01 .. of every length from 0
   * to 63.
   */
  private static final long[] VECTORS = {
    0x726fdb47dd0e0e31L, 0x74f839c593dc67fdL, 0x0d6c8009d9a94f5aL, 0x85676696d7fb7e2dL,
    0xcf2794e0277187b7L, 0x18765564cd99a68dL, 0xcbc9466e58fee3ceL, 0xab0200f58b01d137L,
    0x93f5f5799a932462L, 0x9e0082df0ba9e4b0L, 0x7a5dbbc594ddb9f3L, 0xf4b32f46226bada7L,
    0x751e8fbc860ee5fbL, 0x14ea5627c0843d90L, 0xf723ca908e7af2eeL, 0xa129ca6149be45e5L,
    0x3f2acc7f57c29bdbL, 0x699ae9f52cbe4794L, 0x4bc1b3f0968dd39cL, 0xbb6dc91da77961bdL,
    0xbed65cf21aa2ee98L, 0xd0f2cbb02e3b67c7L, 0x93536795e3a33e88L, 0xa80c038ccd5ccec8L,
    0xb8ad50c6f649af94L, 0xbce192de8a85b8eaL, 0x17d835b85bbb15f3L, 0x2f2e6163076bcfadL,
    0xde4daaaca71dc9a5L, 0xa6a2506687956571L, 0xad87a3535c49ef28L, 0x32d892fad841c342L,
    0x7127512f72f27cceL, 0xa7f32346f95978e3L, 0x12e0b01abb051238L, 0x15e034d40fa197aeL,
    0x314dffbe0815a3b4L, 0x027990f029623981L, 0xcadcd4e59ef40c4dL, 0x9abfd8766a33735cL,
    0x0e3ea96b5304a7d0L, 0xad0c42d6fc585992L, 0x187306c89bc215a9L, 0xd4a60abcf3792b95L,
    0xf935451de4f21df2L, 0xa9538f0419755787L, 0xdb9acddff56ca510L, 0xd06c98cd5c0975ebL,
    0xe612a3cb9ecba951L, 0xc766e62cfcadaf96L, 0xee64435a9752fe72L, 0xa192d576b245165aL,
    0x0a8787bf8ecb74b2L, 0x81b3e73d20b49b6fL, 0x7fa8220ba3b2eceaL, 0x245731c13ca42499L,
    0xb78dbfaf3a8d83bdL, 0xea1ad565322a1a0bL, 0x60e61c23a3795013L, 0x6606d7e446282b93L,
    0x6ca4ecb15c5f91e1L, 0x9f626da15c9625f3L, 0xe51b38608ef25f57L, 0x958a324ceb064572L,
  };

  @Test
  void theHalvesTogetherAreThePublished64BitHash() {
    byte[] message = message(VECTORS.length, 256);
    SipHash128 hash = new SipHash128(Cell.KEY);
    for (int length = 0; length < VECTORS.length; length++) {
      hash.hash(message, 0, length);
      assertEquals(VECTORS[length], hash.first() ^ hash.second(), "length " + length);
    }
  }

  /** What ClickHouse 26.7 answers to {@code sipHash128Keyed} for the same key and bytes. */
  @ParameterizedTest
  @CsvSource({
    "0, c67215a8c2976881, b41dceef1f9966b0",
    "1, 2ae883f212821200, 5e10ba37815e75fd",
    "2, 32365f75c1c92902, 3f5adf7c18606658",
    "3, b2499df4e70e6071, 372efb6230f51e5c",
    "4, 797fab8fd86e4454, b6583f6fff1fc3e3",
    "5, b4c82fc247c08ca1, acbe7aa68a592a2c",
    "6, 7ec01529374a5a11, b50953476fb4b9df",
    "7, bd4da81c6cbbf504, 164fa8e9e7ba2433",
    "8, e849713a34f6db6a, 7bbc8443ae65ff08",
    "9, 8f5e74b2e3c64f9e, 115ef66de86fab2e",
    "15, a2054374ed5e16c6, 032c8915a4e05323",
    "16, c80ada78d88356d2, f72016078f41cd09",
    "17, c01af7d07fc98100, a9801e255377c694",
    "31, d813e3f30a90d786, eacb7109d2d114c4",
    "32, 231ad22edf79f203, 523d8301ad8b8ecd",
    "33, 3bc4d4f23d1259b4, 9c37f7b4c44b2157",
    "63, 94fadf56f6503641, 0170ed1a1d567333",
  })
  void theHalvesAreThoseOfClickHouse(int length, String first, String second) {
    SipHash128 hash = new SipHash128(Cell.KEY);
    hash.hash(message(length, 256), 0, length);
    assertEquals(Long.parseUnsignedLong(first, 16), hash.first());
    assertEquals(Long.parseUnsignedLong(second, 16), hash.second());
  }

  /** The length enters the hash modulo 256 only, and the halves of the key are unsigned. */
  @ParameterizedTest
  @CsvSource({
    "255, 8588fdce792fd322168618f23cea8069",
    "256, 071bd98365a15ae80a016acff746ff49",
    "257, 5f757ea3422347ac6d8df1665059501d",
    "1000, 4d22e4d10b8090e8e0562f669ee1be3f",
  })
  void longMessagesAreHashedAsClickHouseDoes(int length, String expected) {
    SipHash128 hash = new SipHash128(new DigestKey(-1, 1));
    hash.hash(message(length, 251), 0, length);
    assertEquals(expected, String.format("%016x%016x", hash.second(), hash.first()));
  }

  @Property
  void anyBytesUnderAnyKeyAreHashedAsTheReferenceDoes(
      @ForAll long k0, @ForAll long k1, @ForAll byte[] before, @ForAll byte[] message) {
    byte[] buffer = new byte[before.length + message.length + 3];
    System.arraycopy(before, 0, buffer, 0, before.length);
    System.arraycopy(message, 0, buffer, before.length, message.length);
    DigestKey key = new DigestKey(k0, k1);
    SipHash128 hash = new SipHash128(key);
    hash.hash(buffer, before.length, message.length);
    BigInteger expected = ReferenceDigest.sum(key, List.of(message));
    assertEquals(expected.longValue(), hash.first());
    assertEquals(expected.shiftRight(64).longValue(), hash.second());
  }

  private static byte[] message(int length, int modulus) {
    byte[] message = new byte[length];
    for (int i = 0; i < length; i++) {
      message[i] = (byte) (i % modulus);
    }
    return message;
  }
}
