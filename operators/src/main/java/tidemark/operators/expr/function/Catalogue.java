package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All functions by name. Operators are in it too, under their signs. */
public final class Catalogue {
  private static final Catalogue SPARK = new Catalogue(families());

  private final Map<String, FunctionDefinition> byName = new HashMap<>();
  private final List<FunctionDefinition> functions;

  private Catalogue(List<FunctionDefinition> functions) {
    this.functions = List.copyOf(functions);
    for (FunctionDefinition function : functions) {
      for (String name : function.names()) {
        if (byName.put(name, function) != null) {
          throw new IllegalStateException("two functions named " + name);
        }
      }
    }
  }

  /** Spark's functions, as far as they are supported. */
  public static Catalogue spark() {
    return SPARK;
  }

  private static List<FunctionDefinition> families() {
    List<FunctionDefinition> all = new ArrayList<>();
    all.addAll(Operators.all());
    all.addAll(ConditionFunctions.all());
    all.addAll(NumberFunctions.all());
    all.addAll(MathFunctions.all());
    all.addAll(StringFunctions.all());
    all.addAll(TextFunctions.all());
    all.addAll(DateFunctions.all());
    all.addAll(TimestampFunctions.all());
    all.addAll(TimeFields.all());
    all.addAll(CollectionFunctions.all());
    all.addAll(ArrayFunctions.all());
    all.addAll(ArrayParts.all());
    all.addAll(ArrayLambdas.all());
    all.addAll(MapLambdas.all());
    all.addAll(MapParts.all());
    all.addAll(ArrayPlaces.all());
    all.addAll(WordFunctions.all());
    all.addAll(FormatFunctions.all());
    all.addAll(TimeParts.all());
    all.addAll(ByteFunctions.all());
    all.addAll(CheckFunctions.all());
    all.addAll(EncodingFunctions.all());
    all.addAll(DocumentFunctions.all());
    all.addAll(JsonFunctions.all());
    all.addAll(PatternFunctions.all());
    return all;
  }

  /** The function of this name, in lower case. */
  public Optional<FunctionDefinition> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Every name that a user may write, aliases too. */
  public Set<String> names() {
    Set<String> names = new TreeMap<>(byName).navigableKeySet();
    names.removeIf(Operators::isSign);
    return names;
  }

  /** All functions that a user may call by name, for documents. */
  public List<FunctionDefinition> functions() {
    return functions.stream().filter(f -> !f.example().isEmpty()).toList();
  }
}
