package tidemark.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher in a distribution of its own, with a Java that only says how it was called. */
class LauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      for argument; do
        case $argument in
          -XX:SharedArchiveFile=*) archive=${argument#*=} ;;
          -Xshare:dump) dump=yes ;;
          -XX:DumpLoadedClassList=*) exit 0 ;;
        esac
      done
      [ -z "${dump:-}" ] || { : >"$archive"; exit 0; }
      echo "pid=$$"
      echo "lc=${LC_ALL:-}"
      for argument; do echo "<$argument>"; done
      exit 7
      """;

  @TempDir private Path temp;
  private Path home;
  private Path java;

  private record Ran(int exit, long pid, List<String> out, String err) {}

  @BeforeEach
  void unpackDistribution() throws IOException {
    home = Files.createDirectories(temp.resolve("with a space/tidemark-1")).toRealPath();
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    Files.createFile(home.resolve("lib/tidemark-runner-1.jar"));
    Files.copy(Path.of("bin/tidemark"), home.resolve("bin/tidemark"));
    java = temp.resolve("some jdk");
    Files.createDirectories(java.resolve("bin"));
    executable(java.resolve("bin/java"), JAVA);
    release("17.0.1");
  }

  private void release(String version) throws IOException {
    Files.writeString(
        java.resolve("release"),
        "IMPLEMENTOR=\"Us\"\nJAVA_RUNTIME_VERSION=\"%1$s+1\"\nJAVA_VERSION=\"%1$s\"\nMODULES=\"\"\n"
            .formatted(version));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ran launch(Path script, Consumer<Map<String, String>> env, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(args));
    Path out = temp.resolve("out");
    Path err = temp.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    builder
        .environment()
        .keySet()
        .removeAll(List.of("TIDEMARK_HEAP", "TIDEMARK_JAVA_OPTS", "TIDEMARK_COMPILER"));
    env.accept(builder.environment());
    Process process = builder.start();
    int exit = process.waitFor();
    return new Ran(
        exit,
        process.pid(),
        Files.readAllLines(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private Ran launch(String... args) throws IOException, InterruptedException {
    return launch(home.resolve("bin/tidemark"), env -> {}, args);
  }

  @Test
  void argumentsReachJavaAsTheyWereGivenAndItsExitCodeComesBack() throws Exception {
    Ran ran = launch("lint", "a file.yaml", "", "*", "--set", "x=$HOME \"q\"");
    assertThat(ran.out())
        .endsWith("<lint>", "<a file.yaml>", "<>", "<*>", "<--set>", "<x=$HOME \"q\">");
    assertThat(ran.exit()).isEqualTo(7);
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void javaTakesTheLaunchersPlaceSoThatSignalsReachIt() throws Exception {
    Ran ran = launch("--version");
    assertThat(ran.out()).contains("pid=" + ran.pid());
  }

  @Test
  void linkToTheLauncherFindsTheDistribution() throws Exception {
    Path elsewhere = Files.createDirectories(temp.resolve("else where"));
    Path relative = elsewhere.resolve("one");
    Files.createSymbolicLink(relative, Path.of("../with a space/tidemark-1/bin/tidemark"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("two"), relative.toAbsolutePath());
    Ran ran = launch(link, env -> {}, "--version");
    assertThat(ran.out()).contains("<" + home.resolve("lib/tidemark-runner-1.jar") + ">");
  }

  @Test
  void largePagesAreAskedForOnlyWhereTheSystemGivesThem() throws Exception {
    Path offer = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    boolean offered =
        Files.isReadable(offer) && !Files.readString(offer).strip().endsWith("[never]");
    assertThat(launch("lint", "p.yaml").out().contains("<-XX:+UseTransparentHugePages>"))
        .isEqualTo(offered);

    Ran refused =
        launch(
            home.resolve("bin/tidemark"),
            env -> env.put("TIDEMARK_JAVA_OPTS", "-XX:-UseTransparentHugePages"),
            "run",
            "p.yaml");
    assertThat(refused.out()).contains("<-XX:-UseTransparentHugePages>");
    assertThat(refused.out().indexOf("<-XX:-UseTransparentHugePages>"))
        .as("the user's word is the last one")
        .isGreaterThan(refused.out().indexOf("<-XX:+UseTransparentHugePages>"));
  }

  @Test
  void runIsGivenABoundedHeapThatTheEnvironmentOverrides() throws Exception {
    assertThat(launch("run", "p.yaml").out())
        .contains("<-Xmx1200m>", "<-Xms384m>", "<-XX:+UseSerialGC>");
    assertThat(
            launch(
                    home.resolve("bin/tidemark"),
                    env -> {
                      env.put("TIDEMARK_HEAP", "2g");
                      env.put("TIDEMARK_JAVA_OPTS", "-Da=1 -Db=2");
                    },
                    "run",
                    "p.yaml")
                .out())
        .contains("<-Xmx2g>", "<-Da=1>", "<-Db=2>")
        .doesNotContain("<-Xms384m>");
  }

  /** A JVM whose heap begins larger than it may become does not start. */
  @ParameterizedTest
  @ValueSource(strings = {"-Xmx500m", "-Xms100m -Da=1", "-XX:MaxHeapSize=500m"})
  void heapThatTheUserBoundsBeginsAsTheJvmHasIt(String options) throws Exception {
    Ran ran =
        launch(
            home.resolve("bin/tidemark"),
            env -> env.put("TIDEMARK_JAVA_OPTS", options),
            "run",
            "p.yaml");
    assertThat(ran.out()).contains("<-Xmx1200m>").doesNotContain("<-Xms384m>");
  }

  @ParameterizedTest
  @CsvSource({
    "trigger: available_now, quick",
    "trigger: once, quick",
    "pipeline: p, quick",
    "'window: {sliding: 10 minutes, every: 5 minutes}', quick",
    "'trigger: {every: 10 seconds}', full",
    "'trigger: { \"every\": 10 seconds }', full",
    "'trigger:\n  every: 10 seconds', full",
  })
  void runThatGoesOnAndOnIsOptimised(String yaml, String compiler) throws Exception {
    Files.writeString(temp.resolve("p.yaml"), "format: 1\n" + yaml + "\n");
    assertThat(isQuick(launch("run", "p.yaml"))).isEqualTo(compiler.equals("quick"));
  }

  @Test
  void compilerCanBeChosen() throws Exception {
    Files.writeString(temp.resolve("p.yaml"), "trigger: {every: 1 second}\n");
    Path script = home.resolve("bin/tidemark");
    assertThat(isQuick(launch(script, compiler("quick"), "run", "p.yaml"))).isTrue();
    assertThat(isQuick(launch(script, compiler("full"), "run", "q.yaml"))).isFalse();
    Ran ran = launch(script, compiler("fast"), "run", "p.yaml");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("TIDEMARK_COMPILER is 'fast'", "quick", "full").hasLineCount(1);
  }

  /** A JVM with two does not start. */
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseG1GC", "-Da=1 -XX:+UseParallelGC"})
  void collectorOfTheUserReplacesOurs(String options) throws Exception {
    Path script = home.resolve("bin/tidemark");
    Ran ran = launch(script, env -> env.put("TIDEMARK_JAVA_OPTS", options), "run", "p.yaml");
    assertThat(ran.out()).filteredOn(line -> line.matches("<-XX:.Use.*GC>")).hasSize(1);
  }

  private static Consumer<Map<String, String>> compiler(String name) {
    return env -> env.put("TIDEMARK_COMPILER", name);
  }

  private static boolean isQuick(Ran ran) {
    assertThat(ran.out()).containsAnyOf("<-XX:+UseSerialGC>", "<-XX:+UseParallelGC>");
    return ran.out().contains("<-XX:TieredStopAtLevel=1>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"banana", "m", "1.5g", "2gb", "-1"})
  void heapThatIsNoSizeIsRefused(String heap) throws Exception {
    Path script = home.resolve("bin/tidemark");
    Ran ran = launch(script, env -> env.put("TIDEMARK_HEAP", heap), "run", "p.yaml");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("TIDEMARK_HEAP is '" + heap + "'").hasLineCount(1);
  }

  @Test
  void archiveIsMadeOnceAndUsedFromThenOn() throws Exception {
    String option = "<-XX:SharedArchiveFile=" + home.resolve("prepared/classes.jsa") + ">";
    assertThat(launch("--version").out()).contains(option);
    Path made = home.resolve("prepared/for");
    Object before = Files.getAttribute(made, "lastModifiedTime");
    assertThat(launch("--version").out()).contains(option);
    assertThat(Files.getAttribute(made, "lastModifiedTime")).isEqualTo(before);
    try (Stream<Path> rest = Files.list(home.resolve("prepared"))) {
      assertThat(rest.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("classes.jsa", "for", "native");
    }
  }

  @Test
  void archiveOfAnotherJavaIsNotUsed() throws Exception {
    launch("--version");
    String before = Files.readString(home.resolve("prepared/for"));
    release("21");
    launch("--version");
    assertThat(Files.readString(home.resolve("prepared/for"))).isNotEqualTo(before).contains(" 21");
  }

  @Test
  void localeThatHoldsNoFileNamesIsReplaced() throws Exception {
    Ran ran =
        launch(
            home.resolve("bin/tidemark"),
            env -> {
              env.put("LC_ALL", "C");
              env.put("LANG", "C");
            },
            "--version");
    assertThat(ran.out()).contains("lc=C.UTF-8");
  }

  @Test
  void javaHomeWithoutJavaIsNamed() throws Exception {
    Ran ran =
        launch(home.resolve("bin/tidemark"), env -> env.put("JAVA_HOME", "/no/jdk"), "--version");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("JAVA_HOME is /no/jdk").hasLineCount(1);
  }

  @Test
  void missingJavaIsNamed() throws Exception {
    Ran ran =
        launch(
            home.resolve("bin/tidemark"),
            env -> {
              env.remove("JAVA_HOME");
              env.put("PATH", temp.toString());
            },
            "--version");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("Java 17 or newer is needed");
  }

  @Test
  void oldJavaIsRefusedWithItsVersion() throws Exception {
    release("11.0.2");
    Ran ran = launch("--version");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("is Java 11.0.2").hasLineCount(1);
    assertThat(ran.out()).isEmpty();
  }
}
