package io.rollingwindow.postgres.internal;

import java.security.SecureRandom;

/**
 * A random advisory lock that the keeper holds until its transaction ends. A session that sees it
 * held by the keeper's process is on the same server, whatever stands between; it takes no rights
 * and works on a standby.
 *
 * @param key the lock's key
 */
record Token(long key) {

  static Token random(SecureRandom random) {
    return new Token(random.nextLong());
  }

  /** A condition that takes the lock without waiting, shared. */
  String take() {
    return "pg_catalog.pg_try_advisory_xact_lock_shared(" + key + ")";
  }

  /** A condition that is true on the server where the process holds the lock. */
  String isHeldBy(int backend) {
    return """
        EXISTS (SELECT FROM pg_catalog.pg_locks l
                 WHERE l.locktype = 'advisory' AND l.classid = %d AND l.objid = %d
                   AND l.objsubid = 1 AND l.granted AND l.pid = %d)"""
        .formatted(key >>> 32, key & 0xFFFF_FFFFL, backend);
  }

  /** In hexadecimal, to tell one snapshot from every other. */
  String toHex() {
    return String.format("%016x", key);
  }
}
