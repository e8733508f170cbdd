package io.rollingwindow.it.bench;

import com.clickhouse.data.ClickHouseFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Inserts a file that was encoded before: what nothing that loads rows into ClickHouse can be much
 * faster than.
 *
 * @param staging where it goes
 * @param format how it is encoded
 * @param file the file
 */
record FileInsert(Staging staging, ClickHouseFormat format, Path file) implements Contender {

  /** Writes the expected rows into a file. */
  static FileInsert of(Staging staging, ClickHouseFormat format, Path folder) throws Exception {
    Path file = folder.resolve(staging.table() + "." + format);
    staging
        .clickHouse()
        .download(
            "SELECT " + staging.shape().names() + " FROM " + staging.reference(), format, file);
    return new FileInsert(staging, format, file);
  }

  @Override
  public String name() {
    return format + " file, encoded before, inserted by client-v2";
  }

  long bytes() throws IOException {
    return Files.size(file);
  }

  @Override
  public void prepare() throws Exception {
    staging.empty();
  }

  @Override
  public long run() throws Exception {
    staging.clickHouse().upload(staging.table(), format, file);
    return staging.expected().rows();
  }

  @Override
  public void check() throws Exception {
    staging.check(name());
  }
}
