package tidemark.operators.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/**
 * The columns that an expression can see: those of one input, those of qualified sides ({@code
 * left.a}), or both.
 */
public final class Scope {
  /** A visible column. */
  private record Entry(Optional<String> qualifier, boolean bare, Field field) {
    String reference() {
      return qualifier.map(q -> q + "." + field.name()).orElse(field.name());
    }
  }

  private final List<Entry> entries;
  private final Set<String> unknown;

  private Scope(List<Entry> entries) {
    this(entries, Set.of());
  }

  private Scope(List<Entry> entries, Set<String> unknown) {
    this.entries = List.copyOf(entries);
    this.unknown = Set.copyOf(unknown);
  }

  /** The columns of one input. */
  public static Scope of(Schema schema) {
    return new Scope(
        schema.fields().stream().map(f -> new Entry(Optional.empty(), true, f)).toList());
  }

  /**
   * Two inputs side by side: {@code left.a}, {@code right.b}, or the bare name where it is on one
   * side only. References are always qualified.
   */
  public static Scope sides(String left, Schema leftSchema, String right, Schema rightSchema) {
    List<Entry> all = new ArrayList<>();
    leftSchema.fields().forEach(f -> all.add(new Entry(Optional.of(left), true, f)));
    rightSchema.fields().forEach(f -> all.add(new Entry(Optional.of(right), true, f)));
    return new Scope(all);
  }

  /**
   * This scope and columns of which only the names are known, since what computes them has an error
   * that has been reported: an expression that reads one has no type, and nothing more to report.
   */
  public Scope withUnknown(Set<String> names) {
    return new Scope(entries, names);
  }

  /** True for a column of which only the name is known. */
  public boolean isUnknown(String name) {
    return unknown.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** This scope and columns that are reached only as {@code qualifier.name}. */
  public Scope withQualified(String qualifier, Schema schema) {
    List<Entry> all = new ArrayList<>(entries);
    schema.fields().forEach(f -> all.add(new Entry(Optional.of(qualifier), false, f)));
    return new Scope(all, unknown);
  }

  /** The schema that references name: bare names, and {@code qualifier.name} for qualified ones. */
  public Schema schema() {
    return new Schema(
        entries.stream()
            .map(e -> new Field(e.reference(), e.field().type(), e.field().nullable()))
            .toList());
  }

  /** True if some column is reached through this qualifier. */
  public boolean hasQualifier(String qualifier) {
    return entries.stream()
        .anyMatch(e -> e.qualifier().filter(q -> q.equalsIgnoreCase(qualifier)).isPresent());
  }

  /** The columns of this bare name: exactly so if there is one, else without regard to case. */
  public List<ColumnReference> find(String name) {
    return best(entries.stream().filter(Entry::bare).toList(), name);
  }

  /** The columns of this name behind the qualifier. */
  public List<ColumnReference> find(String qualifier, String name) {
    return best(
        entries.stream()
            .filter(e -> e.qualifier().filter(q -> q.equalsIgnoreCase(qualifier)).isPresent())
            .toList(),
        name);
  }

  private static List<ColumnReference> best(List<Entry> candidates, String name) {
    List<Entry> exact = candidates.stream().filter(e -> e.field().name().equals(name)).toList();
    List<Entry> found =
        exact.isEmpty()
            ? candidates.stream().filter(e -> e.field().name().equalsIgnoreCase(name)).toList()
            : exact;
    return found.stream()
        .map(e -> new ColumnReference(e.reference(), e.field().type(), e.field().nullable()))
        .toList();
  }

  /** The way out for a name that does not exist: near names with types, or all there are. */
  public Optional<String> suggestion(String name) {
    Optional<Entry> near =
        Nearest.of(name, entries.stream().map(Entry::reference).toList())
            .or(() -> Nearest.of(name, entries.stream().map(e -> e.field().name()).toList()))
            .flatMap(
                n ->
                    entries.stream()
                        .filter(e -> e.reference().equals(n) || e.field().name().equals(n))
                        .findFirst());
    if (near.isPresent()) {
      return Optional.of(
          "did you mean `%s` (%s)?"
              .formatted(near.get().reference(), near.get().field().type().ddl()));
    }
    if (entries.isEmpty()) {
      return Optional.of("only a constant can stand here");
    }
    String all = entries.stream().limit(12).map(Entry::reference).collect(Collectors.joining(", "));
    return Optional.of("there are: " + all + (entries.size() > 12 ? ", …" : ""));
  }
}
