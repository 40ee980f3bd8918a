package tidemark.operators.parquet;

import tidemark.operators.codec.Codec;

/**
 * The arrays that a leaf is read into, one column chunk after the other: a file's window and what a
 * page becomes when it is unpacked. Fresh ones would have to be cleared, page by page.
 */
final class PageRoom {
  private byte[] window = {};
  private byte[] body = {};

  /** Room for bytes of the file and some more; what was read before is lost if it is too small. */
  byte[] window(int size) {
    if (window.length < size + Codec.SLACK) {
      window = new byte[size + Codec.SLACK];
    }
    return window;
  }

  /** Room for an unpacked page and some more, to be used until the next page is asked for. */
  byte[] body(int size) {
    if (body.length < size + Codec.SLACK) {
      body = new byte[size + Codec.SLACK];
    }
    return body;
  }

  long bytes() {
    return (long) window.length + body.length;
  }
}
