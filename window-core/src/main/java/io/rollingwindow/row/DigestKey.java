package io.rollingwindow.row;

import java.security.SecureRandom;

/**
 * The key under which the rows of one plan are hashed. It is drawn at random for every plan and
 * stored with it, so that no row content can be prepared to collide; it is no secret afterwards and
 * grants nothing.
 *
 * @param k0 the first half, an unsigned number
 * @param k1 the second half, an unsigned number
 */
public record DigestKey(long k0, long k1) {

  /**
   * Draws a key.
   *
   * @param random where the 128 bits come from
   * @return a new key
   */
  public static DigestKey random(SecureRandom random) {
    return new DigestKey(random.nextLong(), random.nextLong());
  }
}
