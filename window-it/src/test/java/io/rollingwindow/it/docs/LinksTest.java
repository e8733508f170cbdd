package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No page leads to a file or a heading that is not there. */
class LinksTest {

  @TempDir Path folder;

  @Test
  void everyLinkWithinTheRepositoryLeadsSomewhere() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path page : Pages.all()) {
      problems.addAll(Links.problems(page));
    }
    assertEquals(List.of(), problems);
  }

  @Test
  void aLinkToNothingIsFoundAndOneInCodeIsNone() throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            """
            # A page, with `code`
            [there](#a-page-with-code) [elsewhere](https://example.org/x) `[code](none.md)`
            [not](#there) [nor](other.md)
            ```
            # No heading
            [nothing](none.md)
            ```
            ## Twice
            ## Twice
            [second](#twice-1) [third](#twice-2) [none](#no-heading)
            """);

    assertEquals(Set.of("a-page-with-code", "twice", "twice-1"), Links.anchors(page));
    assertEquals(
        List.of("#there", "other.md", "#twice-2", "#no-heading"),
        Links.problems(page).stream()
            .map(problem -> problem.replaceAll("page.md leads to ([^,]*),.*", "$1"))
            .toList());
  }
}
