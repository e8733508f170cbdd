package io.rollingwindow.error;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The root of all failures that this library reports. The subtype is the decision that the caller
 * has to take, the {@linkplain #code() code} says exactly what happened, and the message says what
 * happened, what was left in place and what to do next.
 *
 * <p>Messages name keys, columns, tables, settings and chunks. They never hold a row's values or
 * credentials, and neither do the messages of causes that this library creates.
 */
public abstract sealed class WindowException extends RuntimeException
    permits ConfigurationException,
        RefusedException,
        TransientChunkException,
        SnapshotExpiredException,
        RunEndedException,
        LeaseException,
        OutcomeUnknownException,
        ObligationException,
        RunCancelledException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<Finding> findings;
  private transient Location location;

  WindowException(ErrorCode code, String message, List<Finding> findings, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
    this.code = Objects.requireNonNull(code, "code");
    this.findings = List.copyOf(findings);
    assert code.type() == getClass() : code + " is carried by " + code.type().getSimpleName();
  }

  /**
   * The stable code.
   *
   * @return never null
   */
  public final ErrorCode code() {
    return code;
  }

  /**
   * What the caller does about it; the same as {@code code().recovery()}.
   *
   * @return never null
   */
  public final Recovery recovery() {
    return code.recovery();
  }

  /**
   * Everything that was found, where several things were looked at together.
   *
   * @return all findings in the order found; empty where the failure is a single one
   */
  public final List<Finding> findings() {
    return findings == null ? List.of() : findings;
  }

  /**
   * Where in the run it was seen.
   *
   * @return the place, once the executor or runtime has stamped it
   */
  public final Optional<Location> location() {
    return Optional.ofNullable(location);
  }

  /**
   * Stamps the place, once: the innermost place known stays.
   *
   * @param place where it was seen
   * @return this exception
   */
  public final WindowException at(Location place) {
    if (location == null) {
      location = Objects.requireNonNull(place, "place");
    }
    return this;
  }

  @Override
  public final String getMessage() {
    StringBuilder text = new StringBuilder(super.getMessage());
    text.append(" [").append(code.code());
    if (location != null) {
      text.append("; ").append(location);
    }
    return text.append(']').toString();
  }
}
