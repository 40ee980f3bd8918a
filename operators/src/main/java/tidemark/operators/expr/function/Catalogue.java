package tidemark.operators.expr.function;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
        return new Loaded(new Catalogue(InstalledFunctions.load()), null);
      } catch (Failure e) {
        return new Loaded(null, e);
      }
    }
  }

  private static final Loaded LOADED = Loaded.now();

  private final Map<String, Family> families = new HashMap<>();
  private final Map<String, FunctionDefinition> installed = new TreeMap<>();

  /**
   * @throws Failure TM625 if an installed function has the name of another one
   */
  Catalogue(List<FunctionDefinition> installed) {
    for (Family family : Family.values()) {
      family.names().forEach(name -> families.put(name, family));
    }
    for (FunctionDefinition function : installed) {
      if (families.containsKey(function.name())
          || this.installed.put(function.name(), function) != null) {
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

  /** The function of this name, in lower case. */
  public Optional<FunctionDefinition> find(String name) {
    Family family = families.get(name);
    return family == null ? Optional.ofNullable(installed.get(name)) : family.find(name);
  }

  /** Every name that a user may write, aliases too. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>(families.keySet());
    names.addAll(installed.keySet());
    names.removeIf(Operators::isSign);
    return names;
  }

  /** The functions that users have installed. */
  public List<FunctionDefinition> installed() {
    return List.copyOf(installed.values());
  }

  /** All functions of Spark's that a user may call by name, for documents. */
  public List<FunctionDefinition> functions() {
    return Arrays.stream(Family.values())
        .flatMap(family -> family.functions().stream())
        .filter(f -> !f.example().isEmpty())
        .toList();
  }
}
