package tidemark.runner.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.aggregate.AggregateCatalogue;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.function.FunctionDefinition;
import tidemark.runner.editor.Proposal.Kind;

/** The functions of expressions, as an editor shows them. */
final class Functions {
  private final List<Proposal> all = new ArrayList<>();

  Functions() {
    List<FunctionDefinition> known = new ArrayList<>(Catalogue.spark().functions());
    known.addAll(Catalogue.spark().installed());
    for (FunctionDefinition function : known) {
      String meaning = function.meaning();
      String example =
          function.example().isEmpty()
              ? ""
              : "\n\n`" + function.exampleCall() + "` → `" + function.exampleResult() + "`";
      function.names().stream()
          .filter(name -> Character.isLetter(name.charAt(0)))
          .forEach(name -> add(name, function.signature(), meaning + example));
    }
    new AggregateCatalogue()
        .descriptions()
        .forEach(a -> a.names().forEach(name -> add(name, a.signature(), a.meaning())));
  }

  private void add(String name, String signature, String meaning) {
    all.add(new Proposal(name, Kind.FUNCTION, signature, meaning));
  }

  List<Proposal> all() {
    return all;
  }

  Optional<Proposal> find(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return all.stream().filter(function -> function.label().equals(lower)).findFirst();
  }
}
