package io.rollingwindow.callbacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real browser makes of an evidence page. Without a browser it fails. */
@Tag("browser")
final class HtmlEvidenceBrowserTest {

  private static final Pattern MEASURED = Pattern.compile("<pre id=\"measured\">([^<]*)</pre>");

  /**
   * Counts what sticks out: bars and texts out of their drawing, and the page out of the window.
   */
  private static final String MEASURE =
      """
      <script>
      const outside = [];
      let bars = 0;
      for (const svg of document.querySelectorAll('svg')) {
        const frame = svg.getBoundingClientRect();
        for (const part of svg.querySelectorAll('rect, text')) {
          const box = part.getBoundingClientRect();
          bars += part.tagName === 'rect' ? 1 : 0;
          if (box.width <= 0 || box.height <= 0 || box.left < frame.left - 0.5
              || box.right > frame.right + 0.5 || box.top < frame.top - 0.5
              || box.bottom > frame.bottom + 0.5) {
            outside.push(part.textContent);
          }
        }
      }
      const overlaps = [];
      const texts = [...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect());
      texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) {
          overlaps.push(i);
        }
      }));
      const sideways = Math.max(
          0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const measured = document.createElement('pre');
      measured.id = 'measured';
      measured.textContent = 'bars ' + bars + ', outside [' + outside + '], overlaps ['
          + overlaps + '], sideways ' + sideways;
      document.body.append(measured);
      </script>
      """;

  @TempDir Path folder;

  private Browser browser;

  @BeforeEach
  void browser() {
    browser = new Browser(System.getProperty("browser.command", "chromium"), folder);
  }

  private Path page(Publication publication) throws Exception {
    HtmlEvidence evidence = new HtmlEvidence(folder);
    publication.recordWith(evidence);
    return evidence.fileOf(publication.plan());
  }

  private static Publication week(OptionalLong publishNanos) {
    return Publication.of(
        "clickhouse/<b>événements</b>",
        "fingerprint",
        LocalDate.of(1969, 12, 29),
        7,
        day -> day == 3 ? 0 : 142_857L * (day + 1),
        publishNanos);
  }

  @Test
  void aBrowserShowsItsFiguresAndNothingOfItsNamesAsMarkup() throws Exception {
    Publication publication = week(OptionalLong.empty());
    String dom = browser.dom(page(publication), 1280);

    assertTrue(dom.contains("<h1>Published: clickhouse/&lt;b&gt;événements&lt;/b&gt;</h1>"), dom);
    assertTrue(dom.contains("<td>" + Figures.count(publication.metrics().totalRows()) + "</td>"));
    assertTrue(dom.contains(publication.metrics().window().digest().toHex()));
    assertTrue(dom.contains("unavailable"));
    assertTrue(dom.contains("probabilistic"));
    assertFalse(dom.contains("DIFFERENT"));
  }

  @ParameterizedTest
  @CsvSource({
    "1280, 7, 1000003",
    "390, 7, 1000003",
    "1280, 1, 0",
    "1280, 119, 9",
    "1280, 1000, 1000003",
    "390, 3, 99999999999999999"
  })
  void nothingLeavesItsPlaceOnAnyScreen(int width, int days, long more) throws Exception {
    Publication publication =
        Publication.of(LocalDate.of(1969, 12, 1), days, day -> 1L + day * more);
    Path page = page(publication);
    // The page forbids scripts; the measuring copy alone allows its own.
    Path copy = folder.resolve("measured.html");
    String html = Files.readString(page);
    Files.writeString(
        copy,
        html.replace("default-src 'none';", "default-src 'unsafe-inline';")
            .replace("</body>", MEASURE + "</body>"));
    String dom = browser.dom(copy, width);
    Matcher measured = MEASURED.matcher(dom);

    assertTrue(measured.find(), "the page was measured");
    int bars =
        DayBars.of(publication.plan().interval(), publication.metrics().window().rowsByUtcDay())
                .bars()
                .size()
            + 4;
    assertEquals("bars " + bars + ", outside [], overlaps [], sideways 0", measured.group(1));
  }

  @Test
  void itCanBeSeen() throws Exception {
    Path page = page(week(OptionalLong.of(30_000_000L)));
    Path light = browser.picture(page, 1280, 2200);
    Path dark = browser.picture(page, 1281, 2200, "--blink-settings=preferredColorScheme=0");
    Path narrow = browser.picture(page, 500, 2200);

    assertTrue(Files.size(light) > 10_000, "a picture with something on it");
    assertTrue(Files.size(dark) > 10_000, "a picture with something on it");
    assertTrue(Files.size(narrow) > 10_000, "a picture with something on it");
  }
}
