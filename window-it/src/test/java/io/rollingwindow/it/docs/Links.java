package io.rollingwindow.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The links of a page that lead somewhere in this repository. */
final class Links {

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z][a-z0-9+.-]*:.*");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?)(?: +#+)?");

  private Links() {}

  /** What is wrong with the links of a page, one sentence for each. */
  static List<String> problems(Path page) throws IOException {
    List<String> problems = new ArrayList<>();
    String prose = String.join("\n", Pages.prose(page)).replaceAll("`[^`\n]*`", "code");
    Matcher link = LINK.matcher(prose);
    while (link.find()) {
      String address = link.group(1);
      if (!ELSEWHERE.matcher(address).matches()) {
        problem(page, address).forEach(problems::add);
      }
    }
    return problems;
  }

  private static List<String> problem(Path page, String address) throws IOException {
    int hash = address.indexOf('#');
    String file = hash < 0 ? address : address.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return List.of(page.getFileName() + " leads to " + address + ", which does not exist");
    }
    if (hash >= 0 && !anchors(target).contains(address.substring(hash + 1))) {
      return List.of(page.getFileName() + " leads to " + address + ", which has no such heading");
    }
    return List.of();
  }

  /** The anchors that a page's headings get. */
  static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : Pages.prose(page)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  /** Lower case, without punctuation, blanks as hyphens. */
  static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\p{M} _-]", "")
        .replace(' ', '-');
  }
}
