package tidemark.operators.builtin.filesource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.connector.BatchLimits;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

class CompressedFilesTest {
  @TempDir Path temp;
  private SourceBench bench;

  @BeforeEach
  void makeFolder() throws IOException {
    bench = new SourceBench(Files.createDirectory(temp.resolve("in")));
  }

  private static byte[] pack(String kind, String... members) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (String member : members) {
      ByteArrayOutputStream one = new ByteArrayOutputStream();
      try (OutputStream out = packer(kind, one)) {
        out.write(member.getBytes(StandardCharsets.UTF_8));
      } catch (IOException impossible) {
        throw new AssertionError(impossible);
      }
      all.writeBytes(one.toByteArray());
    }
    return all.toByteArray();
  }

  private static OutputStream packer(String kind, OutputStream to) throws IOException {
    return switch (kind) {
      case "gz" -> new GZIPOutputStream(to);
      case "zst" -> new ZstdOutputStream(to);
      case "bz2" -> new BZip2CompressorOutputStream(to);
      default -> throw new AssertionError(kind);
    };
  }

  private static String rows(int from, int to) {
    StringBuilder rows = new StringBuilder();
    for (int i = from; i < to; i++) {
      rows.append(SourceBench.row(i));
    }
    return rows.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst", "bz2"})
  void allMembersAreRead(String kind) {
    bench.file("x.ndjson." + kind, pack(kind, rows(0, 2), "", rows(2, 50_000)));
    List<String> rows = bench.runAll();
    assertThat(rows).hasSize(50_000);
    assertThat(rows.get(49_999)).isEqualTo(SourceBench.row(49_999).trim());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst", "bz2"})
  void aFileCutOffAnywhereFailsAndIsNamedOrEndsAtAMember(String kind) throws IOException {
    byte[] first = pack(kind, rows(0, 2));
    byte[] whole = pack(kind, rows(0, 2), rows(2, 5));
    List<Integer> silent = new ArrayList<>();
    for (int length = 1; length < whole.length; length++) {
      Path file = bench.file("x." + kind, Arrays.copyOf(whole, length));
      bench.state.clear();
      try {
        List<String> rows = bench.runAll();
        assertThat(rows).hasSize(2);
        silent.add(length);
      } catch (Failure failure) {
        assertThat(failure.code()).isEqualTo(Code.TM604);
        assertThat(failure).hasMessageContaining(file.toString());
        assertThat(failure.wayOut()).startsWith("put a whole copy in its place");
      }
    }
    assertThat(silent).containsExactly(first.length);
  }

  @Test
  void bytesThatBelongToNoMemberAreAnError() {
    byte[] member = pack("gz", rows(0, 2));
    byte[] more = Arrays.copyOf(member, member.length + 4);
    more[member.length] = 'x';
    bench.file("x.gz", more);
    assertThatThrownBy(bench::run).isInstanceOf(Failure.class);
  }

  @Test
  void zerosAfterTheLastMemberArePadding() {
    byte[] member = pack("gz", rows(0, 2));
    bench.file("x.gz", Arrays.copyOf(member, member.length + 512));
    assertThat(bench.runAll()).hasSize(2);
  }

  @Test
  void aDamagedByteIsAnError() {
    byte[] member = pack("gz", rows(0, 2000));
    member[member.length / 2] ^= 0x10;
    bench.file("x.gz", member);
    assertThatThrownBy(bench::run).isInstanceOf(Failure.class);
  }

  @Test
  void theOptionWinsOverTheSuffix() {
    bench.with("compression", "gz");
    bench.file("x.ndjson", pack("gz", rows(0, 3)));
    assertThat(bench.runAll()).hasSize(3);
    bench.with("compression", "none");
    bench.file("y.gz", rows(3, 5));
    assertThat(bench.runAll()).hasSize(2);
  }

  @Test
  void rowsOfPackedFilesAreCountedForTheLimit() {
    for (int i = 0; i < 3; i++) {
      bench.file("f" + i + ".gz", pack("gz", rows(0, 10)));
    }
    bench.limits = new BatchLimits(Long.MAX_VALUE, 20, Long.MAX_VALUE);
    assertThat(bench.run()).extracting(List::size).containsExactly(20, 10);
  }
}
