package io.rollingwindow.callbacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.testkit.EvidenceCallbackContract;
import io.rollingwindow.testkit.SampleRecords;
import io.rollingwindow.testkit.TestWorld;
import io.rollingwindow.type.WindowSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One durable page for each run, written once, that shows its figures as they are. */
final class HtmlEvidenceTest extends EvidenceCallbackContract {

  private static final LocalDate SEVENTH = LocalDate.of(2026, 9, 7);

  /** Long enough not to be a part of some digest by chance. */
  private static final long ROW_ID = 987_654_321_012_345L;

  @TempDir Path directory;

  @Override
  protected EvidenceCallback callback() {
    return new HtmlEvidence(directory);
  }

  @Override
  protected Object recorded() throws Exception {
    return Directory.contents(directory);
  }

  private String written(Publication publication) throws Exception {
    publication.recordWith(callback());
    return Files.readString(new HtmlEvidence(directory).fileOf(publication.plan()));
  }

  private PageText page(Publication publication) throws Exception {
    return new PageText(written(publication));
  }

  @Test
  void aRunIsToldByOnePageWithItsFiguresAndWithoutRowValues() throws Exception {
    TestWorld world = new TestWorld();
    world.source.add(TestWorld.at(ROW_ID, TestWorld.START, 5));
    world.runtime().evidence(callback()).build().run(TestWorld.config(2), "i1");
    String html = Directory.contents(directory).values().iterator().next();
    PageText page = new PageText(html);

    assertEquals(
        Directory.contents(directory).keySet().iterator().next(),
        page.fact("summary", "run") + ".html");
    assertEquals("5", page.fact("summary", "rows in the window"));
    assertEquals("8", page.fact("summary", "rows in the table"));
    assertEquals("3", page.fact("outside", "rows kept"));
    assertEquals(2, page.all("//table[@id='chunks']/tbody/tr").size());
    assertFalse(html.contains(Long.toString(ROW_ID)), "a row's id");
  }

  @Test
  void itStatesCountsAndDigestsOfAllSides() throws Exception {
    Publication publication = Publication.of(SEVENTH, 3, day -> 1_000_000L + day);
    PageText page = page(publication);

    assertEquals(
        List.of("3,000,003", "3,000,003", "3,000,003"),
        page.all("//table[@id='counts']/tbody/tr/td[1]"));
    assertEquals(
        publication.metrics().window().digest().toHex(),
        page.all("//table[@id='counts']/tbody/tr/td[2]").get(1));
    assertEquals(List.of("", "equal", "equal"), page.all("//table[@id='counts']/tbody/tr/td[3]"));
    assertTrue(page.all("//p[@class='note']").get(0).contains("probabilistic"));
  }

  @Test
  void itDoesNotCallUnequalCountsEqual() throws Exception {
    Publication right = Publication.of(SEVENTH, 2, day -> 10);
    PreparedGeneration generation = right.generation();
    Publication wrong =
        new Publication(
            right.plan(),
            new PreparedGeneration(
                generation.table(),
                generation.tableUuid(),
                generation.targetUuid(),
                generation.strategy(),
                generation.outsideRows(),
                generation.windowRows() - 1,
                generation.prepareNanos()),
            right.receipts().subList(0, 1),
            right.metrics());

    assertEquals(
        List.of("", "DIFFERENT", "DIFFERENT"),
        page(wrong).all("//table[@id='counts']/tbody/tr/td[3]"));
  }

  @Test
  void whatNamesSayIsTextAndNeverMarkup() throws Exception {
    String name = "</script><script>alert('\"&amp;')</script><!-- \u202e";
    PageText page = page(Publication.of(name, "f", SEVENTH, 1, day -> 1, OptionalLong.empty()));

    assertEquals(List.of("evidence"), page.all("//script/@id"));
    assertEquals(1, page.all("//script").size());
    assertEquals(List.of("Published: " + name.replace("\u202e", "\\u202e")), page.all("//h1"));
    assertEquals(
        name,
        new ObjectMapper()
            .readTree(page.all("//script").get(0))
            .get("publication")
            .get("target")
            .asText());
  }

  @Test
  void itLoadsNothing() throws Exception {
    String html = written(Publication.of(SEVENTH, 2, day -> 1));
    PageText page = new PageText(html);

    assertEquals(List.of(), page.all("//@src | //@href | //link | //img | //iframe | //object"));
    assertFalse(html.contains("url("), "a resource of the style sheet");
    assertFalse(html.contains("@import"), "another style sheet");
    assertTrue(html.contains("default-src 'none'"), "and the browser is told so");
  }

  @Test
  void aWindowWithoutRowsHasDaysWithoutBars() throws Exception {
    PageText page = page(Publication.of(SEVENTH, 3, day -> 0));

    assertEquals(List.of(), page.all("//*[@id='days']//rect"));
    assertEquals("no rows", page.fact("summary", "first value"));
    assertEquals(List.of("0", "0", "0"), page.all("//table[@id='counts']/tbody/tr/td[1]"));
    assertEquals(
        List.of("none was needed", "none was needed", "none was needed"),
        page.all("//table[@id='chunks']/tbody/tr/td[11]"));
    assertTrue(
        page.all("//*[@id='days']/text")
            .containsAll(List.of("2026-09-07", "2026-09-08", "2026-09-09")));
  }

  @Test
  void daysBefore1970AndDaysWithoutRowsKeepTheirPlaces() throws Exception {
    PageText page = page(Publication.of(LocalDate.of(1969, 12, 30), 4, day -> day == 1 ? 0 : 8));

    assertEquals(
        List.of("1969-12-30: 8 rows", "1970-01-01: 8 rows", "1970-01-02: 8 rows"),
        page.all("//*[@id='days']//rect/title"));
    List<String> places = page.all("//*[@id='days']//rect/@x");
    double slot = Double.parseDouble(places.get(2)) - Double.parseDouble(places.get(1));
    assertEquals(
        2 * slot, Double.parseDouble(places.get(1)) - Double.parseDouble(places.get(0)), 0.05);
  }

  @Test
  void moreDaysThanBarsShareThemAndNoRowIsLost() throws Exception {
    PageText page = page(Publication.of(LocalDate.of(1968, 1, 1), 1_000, day -> day % 7));
    List<String> titles = page.all("//*[@id='days']//rect/title");
    long sum =
        titles.stream()
            .mapToLong(
                title -> Long.parseLong(title.replaceAll(".*: (.*) rows", "$1").replace(",", "")))
            .sum();

    assertEquals(112, titles.size());
    assertTrue(titles.get(0).startsWith("1968-01-01 to 1968-01-09: "), titles.get(0));
    assertTrue(titles.get(111).startsWith("1970-09-26: "), titles.get(111));
    assertEquals(page.fact("summary", "rows in the window"), Figures.count(sum));
  }

  @Test
  void noBarLeavesItsDrawing() throws Exception {
    List<Publication> publications =
        List.of(
            Publication.of(SEVENTH, 1, day -> Long.MAX_VALUE / 17),
            Publication.of(SEVENTH, 7, day -> 1L << (8 * day)),
            Publication.of(SEVENTH, 119, day -> day),
            Publication.of(SEVENTH, 121, day -> 10_000 - day));
    for (Publication publication : publications) {
      PageText page = page(publication);
      for (String drawing : List.of("days", "phases")) {
        String[] box = page.all("//*[@id='" + drawing + "']/@viewBox").get(0).split(" ", -1);
        String bars = "//*[@id='" + drawing + "']//rect";
        assertInside(page, bars, "x", "width", Double.parseDouble(box[2]));
        assertInside(page, bars, "y", "height", Double.parseDouble(box[3]));
      }
    }
  }

  private static void assertInside(
      PageText page, String bars, String from, String length, double end) throws Exception {
    List<String> starts = page.all(bars + "/@" + from);
    List<String> lengths = page.all(bars + "/@" + length);
    assertFalse(starts.isEmpty());
    for (int i = 0; i < starts.size(); i++) {
      double start = Double.parseDouble(starts.get(i));
      double size = Double.parseDouble(lengths.get(i));
      assertTrue(start >= 0 && size >= 1 && start + size <= end, bars + " " + start + "+" + size);
    }
  }

  @Test
  void ofManyChunksTheFirstAndTheLastAreListedAndAllAreInTheData() throws Exception {
    PageText page = page(Publication.of(SEVENTH, 2_501, day -> 1));
    List<String> first = page.all("//table[@id='chunks']/tbody/tr/td[1]");

    assertEquals(ChunkTable.MOST_ROWS + 1, first.size());
    assertEquals("499", first.get(499));
    assertEquals("Chunks 500 to 2,000 are in this page's data block.", first.get(500));
    assertEquals("2001", first.get(501));
    assertEquals("2500", first.get(1_000));
    JsonNode data = new ObjectMapper().readTree(page.all("//script").get(0));
    assertEquals(2_501, data.get("publication").get("chunks").size());
  }

  @Test
  void aDurationThatWasLostIsUnavailableAndHasNoBar() throws Exception {
    PageText lost = page(Publication.of("t", "f", SEVENTH, 1, day -> 1, OptionalLong.empty()));
    PageText known = page(Publication.of("u", "f", SEVENTH, 1, day -> 1, OptionalLong.of(5)));

    assertTrue(lost.all("//*[@id='phases']/text").contains("unavailable"));
    assertEquals(3, lost.all("//*[@id='phases']//rect").size());
    assertFalse(known.all("//*[@id='phases']/text").contains("unavailable"));
    assertEquals(4, known.all("//*[@id='phases']//rect").size());
  }

  @Test
  void columnsAreNamedByTheSchemaOfThePlanAndByNoOther() throws Exception {
    WindowSchema schema =
        WindowSchema.builder()
            .column("id", "Int64")
            .column("a<b", "Nullable(DateTime64(6, 'UTC'))")
            .build();
    Publication ours =
        Publication.of("t", schema.fingerprint(), SEVENTH, 1, day -> 10, OptionalLong.empty());
    Publication others = Publication.of(SEVENTH, 1, day -> 10);
    HtmlEvidence evidence = new HtmlEvidence(directory, schema);
    ours.recordWith(evidence);
    others.recordWith(evidence);

    assertEquals(
        List.of("id", "0", "a<b", "5"),
        new PageText(Files.readString(evidence.fileOf(ours.plan())))
            .all("//table[@id='nulls']//td"));
    assertEquals(
        List.of("column 1", "0", "column 2", "5"),
        new PageText(Files.readString(evidence.fileOf(others.plan())))
            .all("//table[@id='nulls']//td"));
  }

  @Test
  void aPageThatSaysSomethingElseIsKept() throws Exception {
    Path file = new HtmlEvidence(directory).fileOf(SampleRecords.plan(1));
    Files.writeString(file, "<html></html>");

    assertThrows(IllegalStateException.class, () -> record(1, lease(1)));
    assertEquals("<html></html>", Files.readString(file));
    String other = written(Publication.of(SEVENTH, 1, day -> 1));
    Files.writeString(file, other);

    assertThrows(IllegalStateException.class, () -> record(1, lease(1)));
    assertEquals(other, Files.readString(file));
  }

  @Test
  void aPageOfAnotherLookWithTheSameDataStands() throws Exception {
    record(1, lease(1));
    Path file = new HtmlEvidence(directory).fileOf(SampleRecords.plan(1));
    String older = Files.readString(file).replaceAll("(?s)<style>.*</style>", "");
    Files.writeString(file, older);
    record(1, lease(1));

    assertEquals(older, Files.readString(file));
  }

  @Test
  void itIsWrittenBesideADocumentAndBothAreRepeated() throws Exception {
    EvidenceCallback both = new JsonFileEvidence(directory).andThen(new HtmlEvidence(directory));
    Publication publication = Publication.of(SEVENTH, 1, day -> 1);
    publication.recordWith(both);
    Object first = recorded();
    publication.recordWith(both);
    Files.delete(new JsonFileEvidence(directory).fileOf(publication.plan()));
    publication.recordWith(both);

    assertEquals(2, Directory.contents(directory).size());
    assertEquals(first, recorded());
  }
}
