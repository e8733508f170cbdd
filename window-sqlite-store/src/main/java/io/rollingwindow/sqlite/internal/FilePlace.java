package io.rollingwindow.sqlite.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a file's place can keep a journal. SQLite's locks and its shared memory need a file
 * system of this machine; on network and user-space file systems they fail silently.
 */
public final class FilePlace {

  private static final Set<String> NETWORK =
      Set.of(
          "9p",
          "afpfs",
          "afs",
          "beegfs",
          "ceph",
          "cifs",
          "coda",
          "davfs",
          "davfs2",
          "fuse",
          "gfs",
          "gfs2",
          "glusterfs",
          "gpfs",
          "lustre",
          "macfuse",
          "ncp",
          "ncpfs",
          "nfs",
          "ocfs2",
          "osxfuse",
          "pvfs2",
          "vboxsf",
          "virtiofs",
          "webdav");

  private FilePlace() {}

  /** Names the type of the file system that a directory is on. */
  @FunctionalInterface
  public interface TypeOf {

    /** The type as the machine knows it. */
    TypeOf MACHINE = directory -> Files.getFileStore(directory).type();

    /**
     * The type.
     *
     * @param directory an existing directory
     * @return e.g. {@code ext4}
     * @throws IOException when it cannot be told
     */
    String type(Path directory) throws IOException;
  }

  /**
   * Refuses a place that cannot keep a journal. Nothing is created.
   *
   * @param file the store's file
   * @param typeOf names file systems
   * @return the file's real path, its links followed
   * @throws io.rollingwindow.error.RefusedException with {@code STORE_UNSUITABLE}
   */
  public static Path require(Path file, TypeOf typeOf) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw StoreErrors.unsuitable("The directory of store " + file + " does not exist", null);
    }
    try {
      // Through a link, two names of one file would have two write-ahead logs.
      Path real =
          Files.exists(file)
              ? file.toRealPath()
              : directory.toRealPath().resolve(file.getFileName());
      String type = typeOf.type(real.getParent());
      if (isNetwork(type) || real.toString().startsWith("\\\\")) {
        throw StoreErrors.unsuitable(
            "Store "
                + file
                + " lies on a file system of type "
                + type
                + ", which does not keep SQLite's locks and logs safe. Put it on a local disk",
            null);
      }
      if (Files.isDirectory(real)) {
        throw StoreErrors.unsuitable("Store " + file + " is a directory", null);
      }
      if (!Files.isWritable(real.getParent()) || (Files.exists(real) && !Files.isWritable(real))) {
        throw StoreErrors.unsuitable("Store " + file + " cannot be written where it is", null);
      }
      return real;
    } catch (IOException e) {
      throw StoreErrors.unsuitable("The place of store " + file + " cannot be looked at", e);
    }
  }

  private static boolean isNetwork(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    return NETWORK.contains(name)
        || name.startsWith("nfs")
        || name.startsWith("smb")
        || name.startsWith("fuse.");
  }
}
