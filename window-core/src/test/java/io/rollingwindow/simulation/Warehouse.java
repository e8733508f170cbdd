package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The target's server: tables by name, and the authority over who may write. */
final class Warehouse {

  static final String TARGET = "events";
  static final String GENERATION = "generation-";
  static final String RETIRED = "-retired";

  private final Ledger ledger;
  private final Map<String, Table> tables = new HashMap<>();
  private final Set<String> fenced = new HashSet<>();
  private int created;
  private long newestToken;
  private long holdToken;

  /** One table. */
  static final class Table {
    final String uuid;
    final List<Row> rows = new ArrayList<>();

    Table(String uuid) {
      this.uuid = uuid;
    }
  }

  Warehouse(Ledger ledger, List<Row> rows) {
    this.ledger = ledger;
    create(TARGET).rows.addAll(rows);
  }

  Table create(String name) {
    if (tables.containsKey(name)) {
      throw refused("Table " + name + " exists.");
    }
    Table table = new Table("uuid-" + ++created);
    tables.put(name, table);
    return table;
  }

  /** A table that has to be there. */
  Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw refused("Table " + name + " does not exist.");
    }
    return table;
  }

  boolean has(String name) {
    return tables.containsKey(name);
  }

  void drop(String name) {
    tables.remove(name);
  }

  void rename(String from, String to) {
    if (tables.containsKey(from) && !tables.containsKey(to)) {
      tables.put(to, tables.remove(from));
    }
  }

  /** Exchanges what stands behind two names, whatever it is. */
  void exchange(String run, String one, String other) {
    Table before = table(one);
    tables.put(one, table(other));
    tables.put(other, before);
    Table now = table(TARGET);
    ledger.add(new Event.Exchanged(run, now.uuid, List.copyOf(now.rows)));
  }

  /** Somebody who respects nothing drops whatever is or was to be exchanged. */
  void meddle() {
    tables.keySet().removeIf(name -> name.startsWith(GENERATION) && !name.endsWith(RETIRED));
    ledger.add(new Event.Meddled());
  }

  /** The writer guard looks at a lease: an older one than the newest seen is refused. */
  void admit(long token) {
    if (token < newestToken) {
      throw new RefusedException(ErrorCode.WRITER_GUARD_REFUSED, "The lease is stale.");
    }
    newestToken = token;
  }

  void fence(String operation) {
    fenced.add(operation);
  }

  void requireUnfenced(String operation) {
    if (fenced.contains(operation)) {
      throw refused("Operation " + operation + " is fenced.");
    }
  }

  /** Excludes all other writers; a newer lease takes the exclusion over from an older one. */
  void takeHold(long token) {
    admit(token);
    if (holdToken == token) {
      throw new RefusedException(ErrorCode.WRITER_GUARD_REFUSED, "The guard is held.");
    }
    holdToken = token;
  }

  void requireHold(long token) {
    if (holdToken != token) {
      throw new RefusedException(ErrorCode.WRITER_GUARD_REFUSED, "The hold is lost.");
    }
  }

  void leaveHold(long token) {
    if (holdToken == token) {
      holdToken = 0;
    }
  }

  /** Somebody else writes, if the guard lets him. */
  void writeOutside(Row row) {
    if (holdToken == 0) {
      table(TARGET).rows.add(row);
      ledger.add(new Event.OutsideWritten(row));
    }
  }

  private static RefusedException refused(String what) {
    return new RefusedException(ErrorCode.TARGET_REFUSED, what);
  }
}
