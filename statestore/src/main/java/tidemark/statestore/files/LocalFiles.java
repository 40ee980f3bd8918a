package tidemark.statestore.files;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** Files below a folder of a local disk. */
public final class LocalFiles implements FileStore {
  private final Path root;

  public LocalFiles(Path root) {
    this.root = root;
  }

  @Override
  public InputStream open(String path) {
    throw new UnsupportedOperationException(root.toString());
  }

  @Override
  public long length(String path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean createIfAbsent(String path, byte[] content) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void replace(String path, byte[] content) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void upload(Path local, String path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<String> list(String folder) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void delete(String path) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileStore claim(long epoch) {
    throw new UnsupportedOperationException();
  }
}
