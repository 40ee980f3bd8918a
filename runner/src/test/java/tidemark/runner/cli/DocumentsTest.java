package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.runner.compile.Compiled;
import tidemark.runner.reader.SuiteReader;

/** What the documents show is true. */
class DocumentsTest {
  /** Codes that no look at a file alone can give. */
  private static final Set<Code> WHILE_RUNNING =
      EnumSet.of(
          Code.TM501,
          Code.TM502,
          Code.TM503,
          Code.TM504,
          Code.TM505,
          Code.TM506,
          Code.TM507,
          Code.TM508,
          Code.TM509,
          Code.TM510,
          Code.TM511,
          Code.TM512,
          Code.TM513,
          Code.TM514,
          Code.TM521,
          Code.TM522,
          Code.TM523,
          Code.TM524,
          Code.TM601,
          Code.TM602,
          Code.TM603,
          Code.TM604,
          Code.TM605,
          Code.TM606,
          Code.TM607,
          Code.TM610,
          Code.TM611,
          Code.TM612,
          Code.TM613,
          Code.TM615,
          Code.TM616,
          Code.TM617,
          Code.TM619,
          Code.TM620,
          Code.TM621,
          Code.TM623,
          Code.TM625,
          Code.TM624,
          Code.TM627,
          Code.TM640,
          Code.TM703,
          Code.TM645,
          Code.TM648,
          Code.TM650,
          Code.TM704);

  /** Stands beside the code where the example uses what this version refuses. */
  private static final String NOT_YET = Code.TM312.name();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "runner/LANGUAGE.md"})
  void pipelinesHaveNoFindingsAndTheirSuitesPass(String page) throws IOException {
    Path pipeline = folder.resolve("pipeline.yaml");
    Path suite = folder.resolve("requests.test.yaml");
    int checked = 0;
    for (DocumentBlock block : DocumentBlock.of(page)) {
      if (!block.language().equals("yaml")) {
        continue;
      }
      checked++;
      assertThat(block.kind()).as("%s", block).isIn("pipeline", "suite");
      boolean whole = block.kind().equals("pipeline");
      Path file = Files.writeString(whole ? pipeline : suite, block.text());
      CliRun run = whole ? CliRun.of("lint", file.toString()) : CliRun.of("test", file.toString());
      assertThat(run.end()).as("%s\n%s%s", block, run.out(), run.err()).isEqualTo(ExitCode.DONE);
      assertThat(run.out()).contains(whole ? "ok\n" : ", 0 failed");
    }
    assertThat(checked).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "runner/LANGUAGE.md",
        "runner/ROBUSTNESS.md",
        "operators/SEMANTICS.md",
        "statestore/FORMAT.md"
      })
  void linksToHeadingsLeadThere(String page) throws IOException {
    Path file = Path.of(System.getProperty("tidemark.root", "..")).resolve(page);
    Matcher link =
        Pattern.compile("]\\(([^)\\s#:]*)#([^)\\s]+)\\)").matcher(Files.readString(file));
    while (link.find()) {
      Path target = link.group(1).isEmpty() ? file : file.resolveSibling(link.group(1));
      assertThat(anchors(target)).as("%s: %s", page, link.group()).contains(link.group(2));
    }
  }

  @Test
  void contentsOfTheLanguageNameEverySection() throws IOException {
    String page =
        Files.readString(
            Path.of(System.getProperty("tidemark.root", "..")).resolve("runner/LANGUAGE.md"));
    List<String> sections =
        page.lines().filter(line -> line.startsWith("## ")).map(line -> line.substring(3)).toList();
    String contents = page.substring(0, page.indexOf("\n## "));
    List<String> named =
        Pattern.compile("\\d+\\. \\[([^]]+)]")
            .matcher(contents)
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(named).isEqualTo(sections);
  }

  /** The headings of a page as links name them: small letters, digits and hyphens for blanks. */
  private static List<String> anchors(Path page) throws IOException {
    try (Stream<String> lines = Files.lines(page)) {
      return lines
          .filter(line -> line.matches("#+ .*"))
          .map(line -> line.replaceFirst("#+ ", "").strip().toLowerCase(java.util.Locale.ROOT))
          .map(line -> line.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
          .toList();
    }
  }

  @Test
  void theFilesInTheReadmeAreFormatted() throws IOException {
    for (DocumentBlock block : DocumentBlock.of("README.md")) {
      if (block.language().equals("yaml")) {
        String file = Files.writeString(folder.resolve("file.yaml"), block.text()).toString();
        CliRun run = CliRun.of("fmt", "--check", file);
        assertThat(run.end()).as("%s: %s", block, run.out()).isEqualTo(ExitCode.DONE);
      }
    }
  }

  @Test
  void outputInTheReadmeIsWhatTheCommandPrints() throws IOException {
    List<DocumentBlock> blocks = DocumentBlock.of("README.md");
    for (DocumentBlock block : blocks) {
      if (block.language().equals("yaml")) {
        String name = block.kind().equals("suite") ? "requests.test.yaml" : "pipeline.yaml";
        Files.writeString(folder.resolve(name), block.text());
      }
    }
    String shown =
        blocks.stream()
            .map(DocumentBlock::text)
            .filter(text -> text.startsWith("$ tidemark test requests.test.yaml\n"))
            .findFirst()
            .orElseThrow();
    String printed = CliRun.of("test", folder.resolve("requests.test.yaml").toString()).out();
    assertThat(withoutTimes(printed.replace(folder + "/", "")))
        .isEqualTo(withoutTimes(shown.substring(shown.indexOf('\n') + 1)));
  }

  @Test
  void stateInTheLanguagePageIsWhatTheCommandShows() throws IOException {
    Path root = Path.of(System.getProperty("tidemark.root", "..")).toAbsolutePath().normalize();
    String checkpoint = folder.resolve("checkpoint").toString();
    Path example = folder.resolve("pipelines/site-traffic");
    Files.createDirectories(example.resolve("data"));
    Files.createDirectories(folder.resolve("schemas"));
    List<String> files = new ArrayList<>(List.of("schemas/access-log.yaml"));
    files.add("pipelines/site-traffic/pipeline.yaml");
    for (int i = 1; i <= 3; i++) {
      files.add("pipelines/site-traffic/data/access-" + i + ".ndjson");
    }
    for (String file : files) {
      Files.copy(root.resolve(file), folder.resolve(file));
    }
    CliRun run =
        CliRun.of("run", example.resolve("pipeline.yaml").toString(), "--checkpoint", checkpoint);
    assertThat(run.end()).as(run.err()).isEqualTo(ExitCode.DONE);
    String shown =
        DocumentBlock.of("runner/LANGUAGE.md").stream()
            .map(DocumentBlock::text)
            .filter(text -> text.startsWith("$ tidemark state show "))
            .findFirst()
            .orElseThrow();
    String[] command = shown.lines().findFirst().orElseThrow().split(" ");
    command[4] = checkpoint;
    CliRun state = CliRun.of(Arrays.copyOfRange(command, 2, command.length));
    assertThat(state.out()).isEqualTo(shown.substring(shown.indexOf('\n') + 1));
  }

  private static String withoutTimes(String text) {
    return text.replaceAll("[0-9.]+ s\\)", "… s)");
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void exampleOfACodeGivesThatCodeAndNoOtherError(Code code) throws IOException {
    List<DocumentBlock> blocks =
        DocumentBlock.of("runner/src/main/resources/codes/" + code + ".md");
    assertThat(blocks).hasSize(1);
    DocumentBlock block = blocks.get(0);
    if (!block.language().equals("yaml")) {
      assertThat(WHILE_RUNNING.contains(code)).as("%s", block).isTrue();
      return;
    }
    List<Diagnostic> found = findings(block);
    Set<String> errors =
        found.stream()
            .filter(d -> d.severity() == Severity.ERROR)
            .map(d -> d.code().name())
            .collect(Collectors.toSet());
    assertThat(errors).as("%s: %s", block, found).isSubsetOf(code.name(), NOT_YET);
    if (WHILE_RUNNING.contains(code)) {
      assertThat(errors).isSubsetOf(NOT_YET);
    } else {
      assertThat(found).as("%s", block).extracting(Diagnostic::code).contains(code);
    }
  }

  private static List<Diagnostic> findings(DocumentBlock block) {
    Path folder = Path.of("/data");
    if (block.kind().equals("suite")) {
      String suite = "format: 1\npipeline: pipeline.yaml\n" + block.text();
      return new SuiteReader().read(suite, Path.of("some.test.yaml"), folder).report();
    }
    return Compiled.of(ExampleFrame.around(block)).findings();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sources: {a: {file: {path: a, format: ndjson}, columns: {x: int}, starting: latest}}",
        "alerts: {when: late}"
      })
  void whatIsNotInThisVersionIsRefusedAsSuch(String part) {
    DocumentBlock block = new DocumentBlock(Path.of("test"), 1, "yaml", "top", part + "\n");
    assertThat(Compiled.of(ExampleFrame.around(block)).codes()).contains("TM312");
  }

  @Test
  void commandsOfTheReadmeExist() throws IOException {
    Pattern command = Pattern.compile("(?:^|[ /`])tidemark ([a-z-]+)");
    String readme = Files.readString(DocumentBlock.root().resolve("README.md"));
    List<String> commands = new ArrayList<>();
    Matcher found = command.matcher(readme);
    while (found.find()) {
      commands.add(found.group(1));
    }
    assertThat(commands).contains("run", "lint", "explain", "test", "status", "explain-code");
    for (String name : commands) {
      assertThat(CliRun.of("help", name).end()).as(name).isEqualTo(ExitCode.DONE);
    }
    for (DocumentBlock block : DocumentBlock.of("README.md")) {
      if (block.language().equals("sh")) {
        block
            .text()
            .lines()
            .flatMap(line -> Stream.of(line.split(" ")))
            .takeWhile(word -> !word.startsWith("#"))
            .filter(word -> word.contains("/"))
            .forEach(file -> assertThat(DocumentBlock.root().resolve(file)).exists());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "runner/LANGUAGE.md", "operators/SEMANTICS.md"})
  void linksLeadToFiles(String page) throws IOException {
    Path path = DocumentBlock.root().resolve(page);
    Matcher link = Pattern.compile("]\\(([^)#:]+)\\)").matcher(Files.readString(path));
    while (link.find()) {
      assertThat(path.resolveSibling(link.group(1))).exists();
    }
  }

  @Test
  void readmeIsShort() throws IOException {
    assertThat(Files.readAllLines(DocumentBlock.root().resolve("README.md")))
        .hasSizeLessThanOrEqualTo(150);
  }
}
