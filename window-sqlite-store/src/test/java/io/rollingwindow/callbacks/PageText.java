package io.rollingwindow.callbacks;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** A page as elements. A page that is not well formed is an error. */
final class PageText {

  private final Document document;

  PageText(String html) throws Exception {
    document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(html.getBytes(StandardCharsets.UTF_8)));
  }

  /** The texts of all elements, or the values of all attributes, that a path finds. */
  List<String> all(String path) throws Exception {
    NodeList found =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }

  /** What a table of facts states under a name. */
  String fact(String table, String name) throws Exception {
    return all("//table[@id='" + table + "']//tr[th='" + name + "']/td").get(0);
  }
}
