package io.rollingwindow.sqlite;

import static io.rollingwindow.error.ErrorCode.JOURNAL_CORRUPT;
import static io.rollingwindow.error.ErrorCode.STORE_UNSUITABLE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.sqlite.internal.SqliteVersion;
import io.rollingwindow.testkit.Expect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places, builds and files that cannot keep a journal are refused and left as they are. */
final class UnsuitableStoreTest {

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("journal.sqlite");
  }

  private List<Path> files() throws Exception {
    try (Stream<Path> listed = Files.list(directory)) {
      return listed.sorted().toList();
    }
  }

  private void sql(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "9p",
        "fuse.sshfs",
        "FUSE.glusterfs",
        "fuse",
        "virtiofs",
        "ceph",
        "lustre",
        "afs"
      })
  void aNetworkFileSystemIsRefusedByItsType(String type) throws Exception {
    WindowException failure =
        Expect.failure(
            STORE_UNSUITABLE,
            () -> SqliteWindowStore.builder(file()).fileSystems(at -> type).open());

    assertTrue(failure.getMessage().contains(type), failure.getMessage());
    assertEquals(List.of(), files());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "ext2/ext3", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "NTFS"})
  void aLocalFileSystemServes(String type) {
    SqliteWindowStore.builder(file()).fileSystems(at -> type).open().close();
  }

  @Test
  void aDirectoryThatDoesNotExistIsNotCreated() {
    Path missing = directory.resolve("missing");
    Expect.failure(STORE_UNSUITABLE, () -> SqliteWindowStore.open(missing.resolve("j.sqlite")));

    assertFalse(Files.exists(missing));
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefused() {
    Path readOnly = Path.of("/proc");
    Path file = Files.isDirectory(readOnly) ? readOnly.resolve("j.sqlite") : directory;

    Expect.failure(STORE_UNSUITABLE, () -> SqliteWindowStore.open(file));
  }

  @Test
  void aDirectoryIsNoStore() {
    Expect.failure(STORE_UNSUITABLE, () -> SqliteWindowStore.open(directory));
  }

  @Test
  void anotherApplicationsDatabaseIsLeftAsItIs() throws Exception {
    sql("CREATE TABLE theirs (id INTEGER)");
    byte[] before = Files.readAllBytes(file());
    Expect.failure(STORE_UNSUITABLE, () -> SqliteWindowStore.open(file()));

    assertArrayEquals(before, Files.readAllBytes(file()));
    assertEquals(List.of(file()), files());
  }

  @Test
  void aFileThatIsNoDatabaseIsLeftAsItIs() throws Exception {
    byte[] text =
        "this is no database, but it is long enough to look at"
            .repeat(50)
            .getBytes(StandardCharsets.UTF_8);
    Files.write(file(), text);
    Expect.failure(JOURNAL_CORRUPT, () -> SqliteWindowStore.open(file()));

    assertArrayEquals(text, Files.readAllBytes(file()));
  }

  @Test
  void aStoreOfALaterReleaseIsLeftAsItIs() throws Exception {
    SqliteWindowStore.open(file()).close();
    sql("PRAGMA user_version = 99");
    byte[] before = Files.readAllBytes(file());
    WindowException failure =
        Expect.failure(STORE_UNSUITABLE, () -> SqliteWindowStore.open(file()));

    assertTrue(failure.getMessage().contains("99"), failure.getMessage());
    assertArrayEquals(before, Files.readAllBytes(file()));
  }

  @Test
  void aLinkLeadsToTheOneRealFile() throws Exception {
    SqliteWindowStore.open(file()).close();
    Path link = Files.createSymbolicLink(directory.resolve("link.sqlite"), file());
    SqliteWindowStore throughLink = SqliteWindowStore.open(link);
    try {
      assertTrue(
          files().stream().noneMatch(path -> path.toString().contains("link.sqlite-")), "wal");
    } finally {
      throughLink.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.7.0", "3.35.5", "3.44.5", "3.50.6", "3.51.0", "3.51.2", "3.50.4.1"})
  void buildsThatMayLoseCommitsAreKnown(String version) {
    assertTrue(SqliteVersion.parse(version).hasLogResetFault());
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.6.23", "3.44.6", "3.50.7", "3.51.3", "3.54.1", "4.0.0"})
  void buildsWithTheCorrectionAreKnown(String version) {
    assertFalse(SqliteVersion.parse(version).hasLogResetFault());
  }

  @Test
  void theBundledBuildHasTheCorrection() throws SQLException {
    try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = memory.createStatement();
        ResultSet rows = statement.executeQuery("SELECT sqlite_version()")) {
      assertTrue(rows.next());
      assertFalse(SqliteVersion.parse(rows.getString(1)).hasLogResetFault(), rows.getString(1));
    }
  }

  @Test
  void aMissingNativeLibraryNamesThePropertyThatHelps() throws Exception {
    ChildJvm child =
        ChildJvm.start(
            List.of("-Dorg.sqlite.tmpdir=" + directory.resolve("no such directory")),
            OpenStore.class,
            file().toString());

    String printed = child.output();
    assertTrue(printed.contains("org.sqlite.tmpdir"), printed);
    assertTrue(printed.contains("store_unsuitable"), printed);
    assertFalse(Files.exists(file()));
  }

  /** Opens a store and prints how that went. */
  static final class OpenStore {

    private OpenStore() {}

    public static void main(String[] arguments) {
      try {
        SqliteWindowStore.open(Path.of(arguments[0])).close();
        System.out.println("opened");
      } catch (WindowException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
