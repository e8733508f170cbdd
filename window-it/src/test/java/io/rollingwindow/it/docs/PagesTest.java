package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Recovery;
import io.rollingwindow.it.docs.Pages.Block;
import io.rollingwindow.spi.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the pages list is what the code has. */
class PagesTest {

  private static Set<String> words(String pattern, String text) {
    Set<String> words = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      words.add(matcher.group(1));
    }
    return words;
  }

  private static Set<String> codes(boolean ofConfiguration) {
    return Arrays.stream(ErrorCode.values())
        .filter(code -> ofConfiguration || code.recovery() != Recovery.CORRECT_CONFIGURATION)
        .map(ErrorCode::code)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theOperatorsPageHasEveryCodeThatConfigurationDoesNotExplain() throws IOException {
    String rows =
        Files.readAllLines(Pages.root().resolve("docs/operate.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf('|', 1)))
            .collect(Collectors.joining("\n"));
    Set<String> shown = words("`([a-z_]+)`", rows);

    Set<String> missing = codes(false);
    missing.removeAll(shown);
    assertEquals(Set.of(), missing, "these codes have no row in docs/operate.md");
    shown.removeAll(codes(true));
    assertEquals(Set.of(), shown, "docs/operate.md has rows for codes that do not exist");
  }

  @Test
  void theVersionsOfTheReadmeAreThoseOfTheBuild() throws IOException {
    String readme = Files.readString(Pages.root().resolve("README.md"));
    String poms =
        Files.readString(Pages.root().resolve("pom.xml"))
            + Files.readString(Pages.root().resolve("window-it/pom.xml"));
    for (String name :
        List.of(
            "postgresql.version",
            "clickhouse.version",
            "sqlite.version",
            "postgres-binaries.version",
            "postgres-binaries-14.version",
            "engine.version")) {
      Set<String> version = words("<" + Pattern.quote(name) + ">([^<]+)<", poms);
      assertEquals(1, version.size(), name);
      String shown = version.iterator().next();
      // Binaries count a third number that PostgreSQL does not have.
      String words = name.startsWith("postgres-") ? shown.replaceAll("\\.0$", "") : shown;
      assertTrue(readme.contains(words), () -> name + " is " + words);
    }
    String bom = Files.readString(Pages.root().resolve("window-bom/pom.xml"));
    String imported =
        words("(<artifactId>window-bom</artifactId>\\s*<version>[^<]+</version>)", bom)
            .iterator()
            .next();
    assertTrue(readme.replaceAll("\\s", "").contains(imported.replaceAll("\\s", "")), imported);
  }

  @Test
  void theStatesOfARunAreItsPhases() throws IOException {
    List<Block> diagrams =
        Pages.blocks("mermaid").stream()
            .filter(block -> block.page().endsWith("architecture.md"))
            .filter(block -> block.text().startsWith("stateDiagram"))
            .filter(block -> block.text().contains("PLANNED"))
            .toList();

    assertEquals(1, diagrams.size());
    assertEquals(
        Arrays.stream(RunPhase.values())
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new)),
        words("\\b([A-Z][A-Z_]+)\\b", diagrams.get(0).text()));
  }
}
