package io.rollingwindow.it.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The bill of versions has no parent to take its own version and its list of modules from. */
class BomTest {

  private static final Path ROOT = Path.of("..");

  @Test
  void itHasTheVersionOfTheOtherModules() throws Exception {
    assertEquals(all("pom.xml", "/project/version"), all("window-bom/pom.xml", "/project/version"));
    assertEquals(
        Set.of("${project.version}"),
        Set.copyOf(all("window-bom/pom.xml", "//dependency/version")));
  }

  @Test
  void itNamesEveryPublishedModule() throws Exception {
    Set<String> published = new TreeSet<>(all("pom.xml", "/project/modules/module"));
    published.removeAll(Set.of("window-bom", "window-it"));

    assertEquals(published, new TreeSet<>(all("window-bom/pom.xml", "//dependency/artifactId")));
  }

  private static List<String> all(String pom, String path) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(ROOT.resolve(pom).toFile());
    XPath paths = XPathFactory.newInstance().newXPath();
    NodeList found = (NodeList) paths.evaluate(path, document, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }
}
