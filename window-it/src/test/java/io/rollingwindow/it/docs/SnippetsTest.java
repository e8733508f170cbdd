package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.it.docs.Pages.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the pages show is what compiles here, word for word. */
class SnippetsTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  @Test
  void everyJavaBlockIsARegionOfASourceFile() throws IOException {
    Set<String> regions = Set.copyOf(Regions.all().values());
    List<Block> blocks = Pages.blocks("java");

    assertFalse(blocks.isEmpty());
    assertEquals(
        List.of(),
        blocks.stream().filter(b -> !regions.contains(Regions.normal(b.text()))).toList(),
        "these blocks are no region of a source file in this package");
  }

  @Test
  void everyRegionIsShown() throws IOException {
    Set<String> shown =
        Pages.blocks("java").stream()
            .map(block -> Regions.normal(block.text()))
            .collect(Collectors.toSet());

    assertEquals(
        List.of(),
        Regions.all().entrySet().stream()
            .filter(region -> !shown.contains(region.getValue()))
            .map(Map.Entry::getKey)
            .toList(),
        "these regions are on no page");
  }

  @Test
  void everyManifestIsAccepted() throws IOException {
    List<Block> manifests =
        Pages.blocks("yaml").stream().filter(b -> b.text().contains("strategy:")).toList();

    assertFalse(manifests.isEmpty());
    for (Block manifest : manifests) {
      String interval = "load_config: {options: {interval: {interval_end: \"" + END + "\"}}}\n";
      String whole =
          manifest.text().contains("load_config:") ? manifest.text() : manifest.text() + interval;
      RollingWindowConfig config = Compose.configFromManifest(whole);
      assertEquals(END, config.interval().end(), manifest::toString);
    }
  }

  @Test
  void theManifestAndTheBuilderOfTheGuideMeanTheSame() throws IOException {
    Block manifest =
        Pages.blocks("yaml").stream()
            .filter(block -> block.page().endsWith("compose.md"))
            .findFirst()
            .orElseThrow();
    RollingWindowConfig config = Compose.configFromManifest(manifest.text());

    assertEquals(Compose.configInCode(END), config);
    assertEquals(Duration.ofDays(1).toNanos() / 1000, config.chunkMicros());
  }

  @Test
  void everyProfileAndModuleOfACommandExists() throws IOException {
    Path root = Pages.root();
    Set<String> profiles = new TreeSet<>();
    Set<String> modules = new TreeSet<>();
    for (String line : Files.readAllLines(root.resolve("pom.xml"))) {
      find("<module>([^<]+)</module>", line, modules);
    }
    for (String module : modules) {
      find("<id>([^<]+)</id>", Files.readString(root.resolve(module).resolve("pom.xml")), profiles);
    }
    find("<id>([^<]+)</id>", Files.readString(root.resolve("pom.xml")), profiles);
    Set<String> usedProfiles = new TreeSet<>();
    Set<String> usedModules = new TreeSet<>();
    for (Path page : Pages.all()) {
      find("mvn [^`\n]*-P([a-z][a-z0-9-]*)", Files.readString(page), usedProfiles);
      find("mvn [^`\n]*-pl ([a-z][a-z0-9-]*)", Files.readString(page), usedModules);
    }

    assertTrue(usedProfiles.contains("demo"));
    assertTrue(profiles.containsAll(usedProfiles), () -> usedProfiles + " of " + profiles);
    assertTrue(modules.containsAll(usedModules), () -> usedModules + " of " + modules);
  }

  private static void find(String pattern, String text, Set<String> found) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
  }

  @Test
  void aRegionIsWhatStandsBetweenItsMarks() {
    assertEquals(
        Map.of("one", "int a;\n  int b;\n"),
        Regions.of(
            "File.java", List.of("x", "    // [one]", "  int a;", "    int b;", "// [/one]")));
  }

  @Test
  void misplacedMarksAreRefused() {
    for (List<String> lines :
        List.of(
            List.of("// [one]"),
            List.of("// [/one]"),
            List.of("// [one]", "// [two]", "// [/two]", "// [/one]"))) {
      assertThrows(IllegalStateException.class, () -> Regions.of("File.java", lines));
    }
  }

  @Test
  void aBlockIsWhatStandsBetweenItsFences() {
    assertEquals(
        List.of(new Block("page.md", 2, "java", "int a;\n")),
        Pages.blocks("page.md", List.of("text", "```java", "int a;", "```")));
    assertThrows(
        IllegalStateException.class, () -> Pages.blocks("page.md", List.of("```java", "int a;")));
  }
}
