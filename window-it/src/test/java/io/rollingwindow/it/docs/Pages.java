package io.rollingwindow.it.docs;

import io.rollingwindow.docs.GeneratedDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages that people write: those at the top of the repository and those under docs. */
final class Pages {

  private static final String FENCE = "```";

  private Pages() {}

  /**
   * A fenced block.
   *
   * @param page the page's path from the top of the repository
   * @param line where its fence stands, from 1
   * @param language what the fence says it is; empty when it says nothing
   * @param text its lines
   */
  record Block(String page, int line, String language, String text) {

    @Override
    public String toString() {
      return page + ":" + line;
    }
  }

  static Path root() {
    return GeneratedDocument.root();
  }

  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(root(), root().resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : all()) {
      blocks.addAll(blocks(root().relativize(page).toString(), Files.readAllLines(page)));
    }
    return blocks;
  }

  static List<Block> blocks(String language) throws IOException {
    return blocks().stream().filter(block -> block.language().equals(language)).toList();
  }

  /** The fenced blocks of a page. */
  static List<Block> blocks(String page, List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    List<String> open = null;
    int begun = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (open == null && line.startsWith(FENCE)) {
        open = new ArrayList<>();
        begun = i;
      } else if (open != null && line.equals(FENCE)) {
        String language = lines.get(begun).strip().substring(FENCE.length()).strip();
        blocks.add(new Block(page, begun + 1, language, String.join("\n", open) + "\n"));
        open = null;
      } else if (open != null) {
        open.add(lines.get(i));
      }
    }
    if (open != null) {
      throw new IllegalStateException(page + ":" + (begun + 1) + " opens a block without an end");
    }
    return blocks;
  }

  /** The lines of a page outside of its fenced blocks; those inside are empty. */
  static List<String> prose(Path page) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(page));
    for (Block block : blocks(page.toString(), lines)) {
      int last = block.line() + (int) block.text().lines().count();
      for (int i = block.line() - 1; i <= last; i++) {
        lines.set(i, "");
      }
    }
    return lines;
  }
}
