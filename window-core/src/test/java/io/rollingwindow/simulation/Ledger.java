package io.rollingwindow.simulation;

import java.util.ArrayList;
import java.util.List;

/** Everything that happened in a world, in order. */
final class Ledger {

  private final List<Event> events = new ArrayList<>();

  void add(Event event) {
    events.add(event);
  }

  List<Event> events() {
    return events;
  }
}
