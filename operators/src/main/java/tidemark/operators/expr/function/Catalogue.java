package tidemark.operators.expr.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Failure;

/**
 * All functions by name: Spark's, as far as they are supported, and those that users have
 * installed. Operators are in it too, under their signs.
 */
public final class Catalogue {
  /** The catalogue, or what is wrong with a function that a user has installed. */
  private record Loaded(@Nullable Catalogue catalogue, @Nullable Failure problem) {
    static Loaded now() {
      try {
        return new Loaded(new Catalogue(families(), InstalledFunctions.load()), null);
      } catch (Failure e) {
        return new Loaded(null, e);
      }
    }
  }

  private static final Loaded LOADED = Loaded.now();

  private final Map<String, FunctionDefinition> byName = new HashMap<>();
  private final List<FunctionDefinition> functions;
  private final List<FunctionDefinition> installed;

  /**
   * @throws Failure TM625 if an installed function has the name of another one
   */
  Catalogue(List<FunctionDefinition> functions, List<FunctionDefinition> installed) {
    this.functions = List.copyOf(functions);
    this.installed = List.copyOf(installed);
    for (FunctionDefinition function : functions) {
      for (String name : function.names()) {
        if (byName.put(name, function) != null) {
          throw new IllegalStateException("two functions named " + name);
        }
      }
    }
    for (FunctionDefinition function : installed) {
      if (byName.put(function.name(), function) != null) {
        throw new Failure(
            Code.TM625,
            "there is another function called `%s`".formatted(function.name()),
            "give the installed one another name");
      }
    }
  }

  /**
   * Spark's functions and those that are installed.
   *
   * @throws Failure TM625 if one that is installed cannot be used
   */
  public static Catalogue spark() {
    if (LOADED.problem() != null) {
      throw LOADED.problem();
    }
    return Objects.requireNonNull(LOADED.catalogue());
  }

  static List<FunctionDefinition> families() {
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
    all.addAll(CsvFunctions.all());
    all.addAll(XmlFunctions.all());
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

  /** The functions that users have installed. */
  public List<FunctionDefinition> installed() {
    return installed;
  }

  /** All functions of Spark's that a user may call by name, for documents. */
  public List<FunctionDefinition> functions() {
    return functions.stream().filter(f -> !f.example().isEmpty()).toList();
  }
}
