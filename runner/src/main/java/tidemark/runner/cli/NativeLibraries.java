package tidemark.runner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The native libraries of this machine. RocksDB loads in 30 ms from {@code java.library.path}; from
 * its jar, which it first unpacks into the temporary folder, it takes 130 ms in every run.
 */
final class NativeLibraries {
  private NativeLibraries() {}

  /** Copies what the class path holds for this machine into a folder; nothing, if it is unknown. */
  static void unpack(Path folder) throws IOException {
    Optional<Platform> found =
        Platform.of(System.getProperty("os.name"), System.getProperty("os.arch"));
    if (found.isEmpty()) {
      return;
    }
    Platform platform = found.get();
    // Set by the launcher; RocksDB would ask a shell otherwise.
    String musl = "true".equals(System.getenv("ROCKSDB_MUSL_LIBC")) ? "-musl" : "";
    copy("librocksdbjni-" + platform.rocksdb + musl + platform.rocksdbSuffix, folder);
    String zstd = com.github.luben.zstd.util.ZstdVersion.VERSION;
    copy(platform.zstd + "/libzstd-jni-" + zstd + platform.zstdSuffix, folder);
  }

  private static void copy(String resource, Path folder) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      if (in != null) {
        Files.copy(in, folder.resolve(resource.substring(resource.lastIndexOf('/') + 1)));
      }
    }
  }

  /** How the two libraries name a machine. */
  private enum Platform {
    LINUX_X64("linux64", ".so", "linux/amd64", ".so"),
    LINUX_ARM("linux-aarch64", ".so", "linux/aarch64", ".so"),
    MAC_X64("osx-x86_64", ".jnilib", "darwin/x86_64", ".dylib"),
    MAC_ARM("osx-arm64", ".jnilib", "darwin/aarch64", ".dylib");

    private final String rocksdb;
    private final String rocksdbSuffix;
    private final String zstd;
    private final String zstdSuffix;

    Platform(String rocksdb, String rocksdbSuffix, String zstd, String zstdSuffix) {
      this.rocksdb = rocksdb;
      this.rocksdbSuffix = rocksdbSuffix;
      this.zstd = zstd;
      this.zstdSuffix = zstdSuffix;
    }

    static Optional<Platform> of(String system, String machine) {
      String os = system.toLowerCase(Locale.ROOT);
      boolean arm = machine.equals("aarch64") || machine.equals("arm64");
      boolean x64 = machine.equals("amd64") || machine.equals("x86_64");
      if (os.startsWith("linux")) {
        return arm ? Optional.of(LINUX_ARM) : x64 ? Optional.of(LINUX_X64) : Optional.empty();
      }
      if (os.startsWith("mac")) {
        return arm ? Optional.of(MAC_ARM) : x64 ? Optional.of(MAC_X64) : Optional.empty();
      }
      return Optional.empty();
    }
  }
}
