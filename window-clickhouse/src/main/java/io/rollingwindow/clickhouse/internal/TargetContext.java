package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.type.WindowSchema;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The composition of one target, and the ways to its server. Immutable but for what it remembers of
 * the server and of staging.
 */
public final class TargetContext {

  private final Composition parts;
  private final TableRef target;
  private final RowSql rows;
  private final WireFormat wireFormat;
  private final AtomicReference<ServerProfile> profile = new AtomicReference<>();
  private final VerifiedParts verifiedParts = new VerifiedParts();

  /**
   * The context of a target.
   *
   * @param parts its parts
   */
  public TargetContext(Composition parts) {
    this.parts = parts;
    this.target = new TableRef(parts.database(), parts.table());
    this.rows = new RowSql(parts.schema(), parts.windowColumn());
    this.wireFormat = WireFormat.of(parts.schema(), parts.maxEncodedBytes());
  }

  /**
   * The stable name of the target.
   *
   * @return its id
   */
  public String targetId() {
    return parts.targetId();
  }

  /**
   * What time it is.
   *
   * @return the instant by the composition's clock
   */
  public Instant now() {
    return parts.clock().instant();
  }

  String table() {
    return parts.table();
  }

  /**
   * The columns.
   *
   * @return the schema
   */
  public WindowSchema schema() {
    return parts.schema();
  }

  String windowColumn() {
    return parts.windowColumn();
  }

  TableRef target() {
    return target;
  }

  RowSql rows() {
    return rows;
  }

  Client bulk() {
    return parts.bulk();
  }

  ExclusiveWindowWriterGuard guard() {
    return parts.guard();
  }

  WireFormat wireFormat() {
    return wireFormat;
  }

  int maxEncodedBytes() {
    return parts.maxEncodedBytes();
  }

  boolean compression() {
    return parts.compression();
  }

  boolean durability() {
    return parts.durability();
  }

  Optional<GenerationStrategy> strategy() {
    return parts.strategy();
  }

  Limits limits() {
    return parts.limits();
  }

  VerifiedParts verifiedParts() {
    return verifiedParts;
  }

  /** Opens a session for an operation; the caller closes it. */
  ControlSession open(String operation) {
    return ControlSession.open(parts.control(), profile().pins(), operation, limits().answer());
  }

  /** The server as it was last read, read now if it never was. */
  ServerProfile profile() {
    if (profile.get() == null) {
      openAnew(targetId() + "-profile").close();
    }
    return profile.get();
  }

  /**
   * Opens a session, and reads the server's version and settings again, for it and whatever is sent
   * later; the caller closes it.
   */
  ControlSession openAnew(String operation) {
    ControlSession session =
        ControlSession.open(
            parts.control(), PinnedSettings.BOOTSTRAP, operation, limits().answer());
    try {
      ServerProfile read = ServerProfile.read(session, target);
      profile.set(read);
      return session.with(read.pins());
    } catch (StatementFailure failure) {
      session.close();
      throw failure.is(ServerCode.SETTING_CONSTRAINT_VIOLATION) ? bootstrapRefused() : failure;
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  /** Without these settings no answer of the server can be relied on, not even about settings. */
  private RefusedException bootstrapRefused() {
    return new RefusedException(
        ErrorCode.TARGET_SETTING_REFUSED,
        "The account of the control connection may not set "
            + String.join(", ", new TreeSet<>(PinnedSettings.BOOTSTRAP.values().keySet()))
            + ", or stands one of them at a value that cuts results; lift the constraint. The target"
            + " was left as it is.");
  }

  /** Refuses a plan that was made for another route's target, before anything is sent. */
  void requireOwn(WindowPlan plan) {
    if (!plan.targetId().equals(targetId())
        || !plan.schemaFingerprint().equals(schema().fingerprint())
        || !plan.windowColumn().equals(windowColumn())) {
      throw new ConfigurationException(
          ErrorCode.COMPOSITION_INVALID,
          "The plan belongs to another target, schema or window column than \""
              + targetId()
              + "\". Nothing was sent.");
    }
  }

  /** Refuses a lease of another target, before anything is sent. */
  void requireOwn(HeldLease lease) {
    if (!lease.current().targetId().equals(targetId())) {
      throw new ConfigurationException(
          ErrorCode.COMPOSITION_INVALID,
          "The lease belongs to another target than \"" + targetId() + "\". Nothing was sent.");
    }
  }

  /** Asserts lease and guard, immediately before a mutation outside a hold. */
  void assertWritable(HeldLease lease) {
    lease.assertHeld();
    Lease current = lease.current();
    guarded(() -> guard().assertLease(current));
  }

  /** Calls the guard and types its refusal. */
  static void guarded(GuardCall call) {
    try {
      call.run();
    } catch (Exception e) {
      throw guardRefused(e);
    }
  }

  static RefusedException guardRefused(Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new RefusedException(
        ErrorCode.WRITER_GUARD_REFUSED,
        "The writer guard refused. Nothing was sent after that; restore the guard's authority and"
            + " run again.",
        cause);
  }

  /** A call of the writer guard. */
  @FunctionalInterface
  interface GuardCall {
    void run() throws Exception;
  }
}
