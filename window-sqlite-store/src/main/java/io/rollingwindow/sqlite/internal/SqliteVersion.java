package io.rollingwindow.sqlite.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of the SQLite that is really loaded, and whether it keeps what it acknowledged. From
 * 3.7.0 to 3.51.2 a write and a checkpoint that meet while the write-ahead log starts over may lose
 * committed transactions; 3.44.6 and 3.50.7 have the correction too.
 *
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 */
public record SqliteVersion(int major, int minor, int patch) implements Comparable<SqliteVersion> {

  private static final Pattern FORM = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)(\\..*)?");
  private static final SqliteVersion FIRST_FAULTY = new SqliteVersion(3, 7, 0);
  private static final SqliteVersion FIRST_SOUND = new SqliteVersion(3, 51, 3);
  private static final SqliteVersion SOUND_3_44 = new SqliteVersion(3, 44, 6);
  private static final SqliteVersion SOUND_3_50 = new SqliteVersion(3, 50, 7);

  /**
   * Reads what {@code sqlite_version()} says.
   *
   * @param text e.g. {@code 3.54.1}
   * @return the version
   * @throws IllegalArgumentException when it is no version
   */
  public static SqliteVersion parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a version of SQLite");
    }
    return new SqliteVersion(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }

  /**
   * Whether its write-ahead log may lose committed transactions.
   *
   * @return true for the faulty range but its corrected releases
   */
  public boolean hasLogResetFault() {
    return compareTo(FIRST_FAULTY) >= 0
        && compareTo(FIRST_SOUND) < 0
        && !equals(SOUND_3_44)
        && !equals(SOUND_3_50);
  }

  @Override
  public int compareTo(SqliteVersion other) {
    int byMajor = Integer.compare(major, other.major);
    int byMinor = Integer.compare(minor, other.minor);
    return byMajor != 0 ? byMajor : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
