package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.types.DataType;

/** The parameters of the functions around the part that is being typed, innermost last. */
final class Variables {
  private record Entry(String written, Lambda.Variable variable) {}

  private final List<Entry> open = new ArrayList<>();

  /** The innermost parameter of this name; it hides columns of that name. */
  Optional<Expression> find(String name) {
    for (int i = open.size() - 1; i >= 0; i--) {
      if (open.get(i).written().equalsIgnoreCase(name)) {
        return Optional.of(open.get(i).variable());
      }
    }
    return Optional.empty();
  }

  /** Opens a function; {@link #close} follows. A name that stands twice is reported. */
  Optional<List<Lambda.Variable>> open(
      List<Syntax.Name> parameters, List<DataType> types, Names names, ExpressionErrors errors) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Syntax.Name parameter = parameters.get(i);
      if (entries.stream().anyMatch(e -> e.written().equalsIgnoreCase(parameter.name()))) {
        errors.error(
            Code.TM306,
            parameter.place(),
            "two parameters are named `" + parameter.name().toLowerCase(Locale.ROOT) + "`",
            Optional.of("give each a name of its own"));
        return Optional.empty();
      }
      String name = free(open.size() + entries.size() + 1, names);
      entries.add(new Entry(parameter.name(), new Lambda.Variable(name, types.get(i), true)));
    }
    open.addAll(entries);
    return Optional.of(entries.stream().map(Entry::variable).toList());
  }

  void close(int count) {
    open.subList(open.size() - count, open.size()).clear();
  }

  /** A name that says the position only, so that texts that differ in names mean the same. */
  private static String free(int position, Names names) {
    String name = "_x" + position;
    while (names.knows(name)) {
      name = "_" + name;
    }
    return name;
  }
}
