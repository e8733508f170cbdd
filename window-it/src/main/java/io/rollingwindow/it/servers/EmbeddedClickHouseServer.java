package io.rollingwindow.it.servers;

import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.bridge.EmbeddedClickHouse;
import java.util.Optional;

/** A ClickHouse engine in a process of its own on this machine. */
public final class EmbeddedClickHouseServer implements ClickHouseServer, Killable {

  private final EmbeddedClickHouse process;

  private EmbeddedClickHouseServer(EmbeddedClickHouse process) {
    this.process = process;
  }

  /** Starts one in a folder of its own, which is removed in the end. */
  public static EmbeddedClickHouseServer start() {
    return start(ClickHouseOptions.in(ScratchFolder.create("clickhouse")));
  }

  /** Starts one that is set up in a special way. The caller removes its folder. */
  public static EmbeddedClickHouseServer start(ClickHouseOptions options) {
    return new EmbeddedClickHouseServer(EmbeddedClickHouse.start(options));
  }

  /** The process, to change how it is set up. */
  public EmbeddedClickHouse process() {
    return process;
  }

  @Override
  public ClickHouseEndpoint endpoint() {
    return new ClickHouseEndpoint(
        process.host(),
        process.port(),
        "default",
        process.options().user(),
        process.options().password());
  }

  @Override
  public Optional<Killable> killable() {
    return Optional.of(this);
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void restart() {
    process.restart();
  }

  @Override
  public void close() {
    process.close();
    ScratchFolder.removeIfScratch(process.options().directory());
  }
}
