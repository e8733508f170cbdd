package io.rollingwindow.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Visits every state that can be reached from a first one, breadth first, and asks in each whether
 * a property is broken. What it finds first is a shortest way to the fault.
 */
final class Explorer<S> {

  /** One step: what happens, and the state after it. */
  record Step<S>(String action, S next) {}

  /** All states seen, and the shortest way to a broken property if there is one. */
  record Result(int states, Optional<Violation> violation) {}

  /** A broken property and the actions that lead to it. */
  record Violation(String property, List<String> actions) {}

  private final Function<S, List<Step<S>>> steps;
  private final Function<S, Optional<String>> broken;

  Explorer(Function<S, List<Step<S>>> steps, Function<S, Optional<String>> broken) {
    this.steps = steps;
    this.broken = broken;
  }

  Result explore(S first) {
    Map<S, Origin<S>> seen = new HashMap<>();
    ArrayDeque<S> open = new ArrayDeque<>();
    seen.put(first, new Origin<>(Optional.empty(), ""));
    open.add(first);
    while (!open.isEmpty()) {
      S state = open.remove();
      Optional<String> property = broken.apply(state);
      if (property.isPresent()) {
        return new Result(
            seen.size(), Optional.of(new Violation(property.get(), way(seen, state))));
      }
      for (Step<S> step : steps.apply(state)) {
        if (seen.putIfAbsent(step.next(), new Origin<>(Optional.of(state), step.action()))
            == null) {
          open.add(step.next());
        }
      }
    }
    return new Result(seen.size(), Optional.empty());
  }

  private record Origin<S>(Optional<S> before, String action) {}

  private static <S> List<String> way(Map<S, Origin<S>> seen, S end) {
    List<String> actions = new ArrayList<>();
    Origin<S> origin = seen.get(end);
    while (origin.before().isPresent()) {
      actions.add(origin.action());
      origin = seen.get(origin.before().get());
    }
    Collections.reverse(actions);
    return actions;
  }
}
