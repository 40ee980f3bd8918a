package tidemark.operators.expr.document;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** An XPath 1.0 expression over XML texts. Nothing outside of a text is read. For one thread. */
public final class XmlPath {
  private final XPathExpression path;
  private final DocumentBuilder documents;

  /** A text is no XML, or the path gives no such result. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  /**
   * @throws IllegalArgumentException if the text is no path; the message says why
   */
  public XmlPath(String text) {
    try {
      path = XPathFactory.newInstance().newXPath().compile(text);
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
      documents = factory.newDocumentBuilder();
      documents.setErrorHandler(new Silent());
    } catch (XPathExpressionException e) {
      throw new IllegalArgumentException(reason(e));
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Leaves the telling of errors to the caller. */
  private static final class Silent extends DefaultHandler {
    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }

  private static String reason(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
  }

  /**
   * What the path gives for the text.
   *
   * @param type a constant of {@link javax.xml.xpath.XPathConstants}
   */
  public @Nullable Object value(String xml, QName type) throws Unreadable {
    try {
      return path.evaluate(documents.parse(new InputSource(new StringReader(xml))), type);
    } catch (SAXException | IOException e) {
      throw new Unreadable("the text is no XML: " + reason(e));
    } catch (XPathExpressionException e) {
      throw new Unreadable(reason(e));
    }
  }
}
