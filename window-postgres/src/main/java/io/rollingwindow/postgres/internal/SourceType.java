package io.rollingwindow.postgres.internal;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The type of a source column, domains resolved.
 *
 * @param kind the form of its values
 * @param declared the type as PostgreSQL prints it, domains by their own name
 * @param bounded whether every value is small by its type, so that no row is too large for it alone
 * @param labels an enum's labels in order; otherwise empty
 * @param element an array's element type; otherwise empty
 */
record SourceType(
    SourceKind kind,
    String declared,
    boolean bounded,
    List<String> labels,
    Optional<SourceType> element) {

  SourceType {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(declared, "declared");
    labels = List.copyOf(labels);
    if (element.isPresent() != (kind == SourceKind.ARRAY)) {
      throw new IllegalArgumentException("an array, and nothing else, has elements");
    }
  }

  static SourceType of(SourceKind kind, String declared) {
    boolean bounded =
        switch (kind) {
          case TEXT, BYTEA, JSON, JSONB, ARRAY, OTHER -> false;
          default -> true;
        };
    return new SourceType(kind, declared, bounded, List.of(), Optional.empty());
  }

  static SourceType enumeration(String declared, List<String> labels) {
    return new SourceType(SourceKind.ENUM, declared, true, labels, Optional.empty());
  }

  static SourceType arrayOf(String declared, SourceType element) {
    return new SourceType(SourceKind.ARRAY, declared, false, List.of(), Optional.of(element));
  }
}
