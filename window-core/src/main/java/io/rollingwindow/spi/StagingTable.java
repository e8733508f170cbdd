package io.rollingwindow.spi;

/**
 * The table that holds the rows of one chunk until the run has ended.
 *
 * @param name its name, without its database
 * @param uuid its identity
 */
public record StagingTable(String name, String uuid) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when one is blank
   */
  public StagingTable {
    SpiText.requireText(name, "name");
    SpiText.requireText(uuid, "uuid");
  }
}
