package io.rollingwindow.plan;

import java.util.Objects;

/**
 * Which rows were read: one table of one server at one instant.
 *
 * @param system the server's own identity, e.g. PostgreSQL's system identifier
 * @param database the database, by an identity that survives a rename where there is one
 * @param relation the table, by an identity that survives a rename where there is one
 * @param snapshot the exported snapshot; never the same for two openings
 */
public record SourceIdentity(String system, String database, String relation, String snapshot) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a part is blank
   */
  public SourceIdentity {
    requireText(system, "system");
    requireText(database, "database");
    requireText(relation, "relation");
    requireText(snapshot, "snapshot");
  }

  private static void requireText(String value, String name) {
    if (Objects.requireNonNull(value, name).isBlank()) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
  }
}
