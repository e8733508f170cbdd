package io.rollingwindow.internal.manifest;

import java.util.Optional;

/**
 * Every key that the library owns in a manifest. The reader takes names, defaults and fixed values
 * from here, and the documentation's table of settings is printed from here.
 */
public enum Setting {
  /** How rows are replaced. */
  MODE(OwnedSection.STRATEGY, "mode", "replace", true, "The window's rows are replaced."),
  /** What readers see meanwhile. */
  ATOMICITY(
      OwnedSection.STRATEGY,
      "atomicity",
      "target_atomic",
      true,
      "Readers see the whole old or the whole new table."),
  /** The column that the window is about. */
  COLUMN(
      OwnedSection.WINDOW,
      "column",
      Type.TEXT,
      null,
      "The exact name of a column of the target's schema; an expression is none."),
  /** What the end of the window is. */
  ANCHOR(
      OwnedSection.WINDOW,
      "anchor",
      "data_interval_end",
      false,
      "The window ends where the caller's data interval ends; no clock is asked."),
  /** The length of the window. */
  LOOKBACK(
      OwnedSection.WINDOW,
      "lookback",
      Type.DURATION,
      null,
      "How far the window reaches back from its end."),
  /** The length of a chunk. */
  CHUNK_INTERVAL(
      OwnedSection.WINDOW,
      "chunk_interval",
      Type.DURATION,
      null,
      "The length of a chunk, counted from the window's start; the last may be shorter. At most"
          + " 100,000 chunks."),
  /** The zone of the bounds. */
  TIMEZONE(OwnedSection.WINDOW, "timezone", "UTC", false, "A day has 24 hours."),
  /** How the source is divided. */
  CHUNKING_MODE(
      OwnedSection.CHUNKING,
      "mode",
      "bounded_window",
      true,
      "Required in a section that is there; the section may be left out."),
  /** How many workers there are. */
  PARALLELISM(
      OwnedSection.CHUNKING,
      "parallelism",
      Type.WHOLE_NUMBER,
      "1",
      "From 1 to 64 workers. It changes no identity, so it may differ when a run is taken up"
          + " again."),
  /** Whether an interrupted run can go on. */
  CHECKPOINTING(
      OwnedSection.CHUNKING,
      "checkpointing",
      "resumable",
      false,
      "Every chunk is journaled by itself.");

  private final OwnedSection section;
  private final String key;
  private final Type type;
  private final Optional<String> choice;
  private final Optional<String> defaultValue;
  private final String rule;

  Setting(OwnedSection section, String key, String choice, boolean required, String rule) {
    this.section = section;
    this.key = key;
    this.type = Type.TEXT;
    this.choice = Optional.of(choice);
    this.defaultValue = required ? Optional.empty() : this.choice;
    this.rule = rule;
  }

  Setting(OwnedSection section, String key, Type type, String defaultValue, String rule) {
    this.section = section;
    this.key = key;
    this.type = type;
    this.choice = Optional.empty();
    this.defaultValue = Optional.ofNullable(defaultValue);
    this.rule = rule;
  }

  /**
   * Where it stands.
   *
   * @return the section
   */
  public OwnedSection section() {
    return section;
  }

  /**
   * Its name in the section.
   *
   * @return the key
   */
  public String key() {
    return key;
  }

  /**
   * Its full path.
   *
   * @return section and key
   */
  public String path() {
    return ManifestPath.child(section.path(), key);
  }

  /**
   * What kind of value it takes.
   *
   * @return the type
   */
  public Type type() {
    return type;
  }

  /**
   * The one value that it may have, where there is only one.
   *
   * @return the value
   */
  public Optional<String> choice() {
    return choice;
  }

  /**
   * What holds when it is left out.
   *
   * @return the value; empty when it must not be left out
   */
  public Optional<String> defaultValue() {
    return defaultValue;
  }

  /**
   * What else is to be known, in a sentence or two.
   *
   * @return text for the documentation
   */
  public String rule() {
    return rule;
  }

  /** The kinds of values. */
  public enum Type {
    /** Text. */
    TEXT("text"),
    /** Text of the form {@code P[nD][T[nH][nM][n[.f]S]]}. */
    DURATION("a duration"),
    /** A number without a fraction, written as one. */
    WHOLE_NUMBER("a whole number");

    private final String label;

    Type(String label) {
      this.label = label;
    }

    /**
     * As messages and documentation name it.
     *
     * @return a few words, with the article
     */
    public String label() {
      return label;
    }
  }
}
