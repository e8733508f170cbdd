package io.rollingwindow.plan;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 over a versioned, unambiguous form: the version and every text with its length in front
 * (4 bytes, big endian, of UTF-8 bytes), every number as 8 bytes, big endian.
 */
final class IdentityHash {

  private final MessageDigest digest;

  IdentityHash(String version) {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must provide SHA-256", e);
    }
    text(version);
  }

  IdentityHash text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    digest.update(bytes);
    return this;
  }

  IdentityHash number(long value) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(value).flip());
    return this;
  }

  /** Ends the hash; the object is not used afterwards. */
  String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
