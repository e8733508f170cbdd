package io.rollingwindow.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What a simulated world is like, besides what goes wrong in it.
 *
 * @param story who calls the runtime
 * @param chunks how many chunks the window has
 * @param workers how many workers a run has
 * @param reopenable whether a snapshot can be opened again by another process
 * @param joinLands whether a request that is killed comes through just before, or not at all
 */
record Settings(Story story, int chunks, int workers, boolean reopenable, boolean joinLands) {

  /** Who calls. */
  enum Story {
    /** One caller, who calls under the same id in another process when a call does not return. */
    SAME,
    /** One caller, who takes another id then. */
    OTHER,
    /** Two callers at once, each with an id of its own. */
    TWO,
    /** Two callers at once with the same id. */
    TWINS
  }

  static Settings small(Story story) {
    return new Settings(story, 2, 1, true, false);
  }

  /** What a small plan can be run like. */
  static List<Settings> variants() {
    List<Settings> variants = new ArrayList<>();
    for (int workers = 1; workers <= 2; workers++) {
      for (boolean reopenable : List.of(true, false)) {
        for (boolean joinLands : List.of(true, false)) {
          variants.add(new Settings(Story.SAME, 2, workers, reopenable, joinLands));
        }
      }
    }
    for (Story story : List.of(Story.OTHER, Story.TWO, Story.TWINS)) {
      variants.add(small(story));
    }
    return variants;
  }

  static Settings random(Random random) {
    Story[] stories = Story.values();
    return new Settings(
        stories[random.nextInt(stories.length)],
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        random.nextBoolean(),
        random.nextBoolean());
  }

  @Override
  public String toString() {
    return String.join(
        "/",
        story.name(),
        Integer.toString(chunks),
        Integer.toString(workers),
        reopenable ? "reopen" : "once",
        joinLands ? "lands" : "killed");
  }

  static Settings parse(String text) {
    String[] parts = text.split("/", -1);
    return new Settings(
        Story.valueOf(parts[0]),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        parts[3].equals("reopen"),
        parts[4].equals("lands"));
  }
}
