package io.rollingwindow.postgres;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresWindowSourceTest {

  private final PostgresWindowSource.Builder complete =
      PostgresWindowSource.builder()
          .connections(
              () -> {
                throw new SQLException("nothing is opened while a source is composed");
              })
          .schema("public")
          .table("events");

  @Test
  void composingOpensNothing() {
    assertDoesNotThrow(complete::build);
  }

  @Test
  void factorySchemaAndTableAreNeeded() {
    assertThrows(NullPointerException.class, () -> PostgresWindowSource.builder().build());
    assertThrows(NullPointerException.class, () -> complete.connections(null));
    assertThrows(NullPointerException.class, () -> complete.schema(null));
    assertThrows(NullPointerException.class, () -> complete.table(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a\0b",
        "a name of sixty-four bytes that PostgreSQL would cut off unseen.",
        "ein Name aus 63 Zeichen, der länger ist als PostgreSQL erlaubt!"
      })
  void aNameThatPostgresqlCannotHaveIsRefused(String name) {
    assertThrows(IllegalArgumentException.class, () -> complete.table(name).build());
    assertThrows(
        IllegalArgumentException.class, () -> complete.table("events").schema(name).build());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void aChunkHasAtLeastOneSlice(int slices) {
    assertThrows(IllegalArgumentException.class, () -> complete.maxSlices(slices));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0009S"})
  void aTimeoutIsAtLeastAMillisecond(String time) {
    assertThrows(IllegalArgumentException.class, () -> complete.lockTimeout(Duration.parse(time)));
    assertThrows(
        IllegalArgumentException.class, () -> complete.silenceTimeout(Duration.parse(time)));
  }
}
