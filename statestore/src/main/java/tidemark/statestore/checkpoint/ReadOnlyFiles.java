package tidemark.statestore.checkpoint;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import tidemark.statestore.files.FileStore;

/** A file store that refuses every change. */
record ReadOnlyFiles(FileStore files) implements FileStore {
  @Override
  public InputStream open(String path) {
    return files.open(path);
  }

  @Override
  public long length(String path) {
    return files.length(path);
  }

  @Override
  public List<String> list(String folder) {
    return files.list(folder);
  }

  @Override
  public boolean createIfAbsent(String path, byte[] content) {
    throw refused();
  }

  @Override
  public void replace(String path, byte[] content) {
    throw refused();
  }

  @Override
  public void upload(Path local, String path) {
    throw refused();
  }

  @Override
  public void delete(String path) {
    throw refused();
  }

  @Override
  public FileStore claim(long epoch) {
    throw refused();
  }

  private static UnsupportedOperationException refused() {
    return new UnsupportedOperationException("the checkpoint was opened for reading only");
  }
}
