package io.rollingwindow.testkit;

import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tables with names and identities. Safe for many threads. */
public final class InMemoryTables {

  /** The name of the target. */
  public static final String TARGET = "events";

  private record Table(String uuid, List<TestRow> rows) {}

  private final Map<String, Table> byName = new HashMap<>();
  private int created;
  private int exchanges;

  /**
   * Tables with a target.
   *
   * @param rows what the target holds
   */
  public InMemoryTables(TestRow... rows) {
    create(TARGET);
    insert(TARGET, List.of(rows));
  }

  /**
   * Creates an empty table.
   *
   * @param name its name
   * @return its identity
   */
  public synchronized String create(String name) {
    if (byName.containsKey(name)) {
      throw new IllegalStateException("table " + name + " exists");
    }
    String uuid = "uuid-" + ++created;
    byName.put(name, new Table(uuid, new ArrayList<>()));
    return uuid;
  }

  /**
   * Drops a table, if it is there.
   *
   * @param name its name
   */
  public synchronized void drop(String name) {
    byName.remove(name);
  }

  /**
   * Appends rows.
   *
   * @param name the table
   * @param rows the rows
   */
  public synchronized void insert(String name, List<TestRow> rows) {
    table(name).rows().addAll(rows);
  }

  /**
   * The rows of a table.
   *
   * @param name the table
   * @return a copy
   */
  public synchronized List<TestRow> rows(String name) {
    return List.copyOf(table(name).rows());
  }

  /**
   * The identity behind a name.
   *
   * @param name the table
   * @return its identity, if it exists
   */
  public synchronized Optional<String> uuid(String name) {
    return Optional.ofNullable(byName.get(name)).map(Table::uuid);
  }

  /**
   * All names.
   *
   * @return a sorted copy
   */
  public synchronized Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /**
   * How many exchanges took effect.
   *
   * @return the number
   */
  public synchronized int exchanges() {
    return exchanges;
  }

  /**
   * Gives a table another name.
   *
   * @param from the old name
   * @param to the new name
   */
  public synchronized void rename(String from, String to) {
    byName.put(to, table(from));
    byName.remove(from);
  }

  /**
   * Exchanges two names.
   *
   * @param one a name
   * @param other another name
   */
  public synchronized void exchange(String one, String other) {
    Table first = table(one);
    Table second = table(other);
    byName.put(one, second);
    byName.put(other, first);
    exchanges++;
  }

  /**
   * Tells the outcome of an intent; an absent one is put out of reach by another name.
   *
   * @param intent the intent
   * @return the outcome
   */
  public synchronized PublicationStanding settle(PublicationIntent intent) {
    Optional<String> target = uuid(intent.targetTable());
    Optional<String> generation = uuid(intent.generationTable());
    String fenced = intent.generationTable() + "-fenced";
    Optional<String> old = Optional.of(intent.targetUuid());
    Optional<String> fresh = Optional.of(intent.generationUuid());
    if (target.equals(fresh) && generation.equals(old)) {
      return new PublicationStanding.Published(intent.generationTable());
    }
    if (target.equals(old) && generation.equals(fresh)) {
      rename(intent.generationTable(), fenced);
      return new PublicationStanding.NotPublished();
    }
    if (target.equals(old) && generation.isEmpty() && uuid(fenced).equals(fresh)) {
      return new PublicationStanding.NotPublished();
    }
    return new PublicationStanding.Unknown("the identities fit no outcome", target, generation);
  }

  private Table table(String name) {
    Table table = byName.get(name);
    if (table == null) {
      throw new IllegalStateException("table " + name + " does not exist");
    }
    return table;
  }
}
