package tidemark.runner.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;

/** {@code tidemark functions [NAME]}: lists the functions of expressions, or explains some. */
final class FunctionsCommand implements Command {
  private static final int WIDEST_CALL = 48;

  /**
   * A function as it is shown.
   *
   * @param kind what it is, where it is no function of Spark's
   * @param example a call and its result, or nothing
   */
  private record Entry(
      List<String> names, String signature, String meaning, String kind, String example) {
    private static final Comparator<Entry> BY_NAME =
        Comparator.comparing(entry -> entry.names().get(0));

    static Entry of(FunctionDefinition function, String kind) {
      return new Entry(
          function.names(), function.signature(), function.meaning(), kind, function.example());
    }

    static Entry of(AggregateCatalogue.Description aggregate) {
      return new Entry(
          aggregate.names(), aggregate.signature(), aggregate.meaning(), "aggregate", "");
    }

    boolean isCalled(String text) {
      return names.contains(text);
    }

    boolean speaksOf(String text) {
      return names.stream().anyMatch(name -> name.contains(text))
          || meaning.toLowerCase(Locale.ROOT).contains(text);
    }
  }

  @Override
  public CommandSpec spec() {
    return Options.command(
            "functions", "Lists the functions of expressions, or explains some of them.")
        .addPositional(
            Options.parameter("NAME", "A function, or a word of its name or meaning.").toBuilder()
                .arity("0..1")
                .required(false)
                .build());
  }

  @Override
  public ExitCode run(ParseResult arguments, Console console) {
    String word = arguments.matchedPositionalValue(0, "").toLowerCase(Locale.ROOT);
    List<Entry> all = entries();
    if (word.isEmpty()) {
      all.forEach(entry -> line(entry, console.out()));
      return ExitCode.DONE;
    }
    Optional<Entry> exact = all.stream().filter(entry -> entry.isCalled(word)).findFirst();
    if (exact.isPresent()) {
      explain(exact.get(), console.out());
      return ExitCode.DONE;
    }
    List<Entry> some = all.stream().filter(entry -> entry.speaksOf(word)).toList();
    if (some.isEmpty()) {
      throw Options.bad(arguments, "There is no function '%s'%s".formatted(word, near(word, all)));
    }
    some.forEach(entry -> line(entry, console.out()));
    return ExitCode.DONE;
  }

  private static List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    Catalogue catalogue = Catalogue.spark();
    catalogue.functions().forEach(f -> all.add(Entry.of(f, "")));
    catalogue.installed().forEach(f -> all.add(Entry.of(f, "installed")));
    new AggregateCatalogue().descriptions().forEach(f -> all.add(Entry.of(f)));
    all.removeIf(entry -> !Character.isLetter(entry.names().get(0).charAt(0)));
    all.sort(Entry.BY_NAME);
    return all;
  }

  private static String near(String word, List<Entry> all) {
    Set<String> names = new TreeSet<>();
    all.forEach(entry -> names.addAll(entry.names()));
    return Nearest.of(word, names).map("; did you mean '%s'?"::formatted).orElse("");
  }

  private static void line(Entry entry, PrintStream out) {
    String call = entry.signature();
    String gap = " ".repeat(Math.max(2, WIDEST_CALL - call.codePointCount(0, call.length())));
    String kind = entry.kind().isEmpty() ? "" : " (" + entry.kind() + ")";
    out.println(call + gap + entry.meaning() + kind);
  }

  private static void explain(Entry entry, PrintStream out) {
    out.println(entry.signature() + (entry.kind().isEmpty() ? "" : "  (" + entry.kind() + ")"));
    out.println("  " + entry.meaning());
    if (entry.names().size() > 1) {
      out.println("  Also: " + String.join(", ", entry.names().subList(1, entry.names().size())));
    }
    if (!entry.example().isEmpty()) {
      out.println("  Example: " + entry.example());
    }
  }
}
