package io.rollingwindow.clickhouse.internal;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an owned table is for, as its comment says. */
enum OwnedKind {
  @JsonProperty("staging")
  STAGING,
  @JsonProperty("generation")
  GENERATION,
  @JsonProperty("backup")
  BACKUP,
  @JsonProperty("probe")
  PROBE
}
