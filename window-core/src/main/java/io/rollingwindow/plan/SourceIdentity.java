package io.rollingwindow.plan;

import io.rollingwindow.internal.Names;

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
   * @throws IllegalArgumentException when a part is blank, too long or no well-formed text
   */
  public SourceIdentity {
    Names.require(system, "system");
    Names.require(database, "database");
    Names.require(relation, "relation");
    Names.require(snapshot, "snapshot");
  }
}
