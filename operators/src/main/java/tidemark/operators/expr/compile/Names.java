package tidemark.operators.expr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.ExpressionErrors;
import tidemark.operators.expr.FieldAccess;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.Scope;
import tidemark.operators.expr.syntax.Syntax;
import tidemark.operators.types.ArrayType;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.MapType;
import tidemark.operators.types.SimpleType;
import tidemark.operators.types.StructType;

/** Resolves columns, qualified columns and fields of structs. */
final class Names {
  private final Scope scope;
  private final ExpressionErrors errors;

  Names(Scope scope, ExpressionErrors errors) {
    this.scope = scope;
    this.errors = errors;
  }

  /** True if a bare name is a visible column. */
  boolean knows(String name) {
    return !scope.find(name).isEmpty();
  }

  /** The column of a bare name. */
  Optional<Expression> column(String name, Place place) {
    return single(scope.find(name), name, place);
  }

  private Optional<Expression> single(List<ColumnReference> found, String name, Place place) {
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    if (found.isEmpty() && scope.isUnknown(name)) {
      return Optional.empty();
    }
    if (found.isEmpty()) {
      errors.error(
          Code.TM304, place, "column `" + name + "` does not exist", scope.suggestion(name));
    } else {
      List<String> names = found.stream().map(c -> "`" + c.name() + "`").toList();
      errors.error(
          Code.TM313,
          place,
          "column `" + name + "` is ambiguous",
          Optional.of("write " + String.join(" or ", names)));
    }
    return Optional.empty();
  }

  /** True for {@code side.name}. */
  boolean isQualified(Syntax.Dot dot) {
    return dot.of() instanceof Syntax.Name name && scope.hasQualifier(name.name());
  }

  /** The column of {@code side.name}. */
  Optional<Expression> qualifiedColumn(Syntax.Dot dot) {
    String side = ((Syntax.Name) dot.of()).name();
    return single(scope.find(side, dot.name()), side + "." + dot.name(), dot.place());
  }

  /** {@code of.name} for a struct, an array of structs or a map. */
  Optional<Expression> field(Expression of, String name, Place place) {
    if (of.type() instanceof StructType struct) {
      return position(struct, name, place)
          .map(
              p -> {
                Field field = struct.fields().get(p);
                return new FieldAccess(
                    of, field.name(), p, field.type(), of.nullable() || field.nullable());
              });
    }
    if (of.type() instanceof MapType map && map.key() == SimpleType.STRING) {
      return Optional.of(new Call("[]", List.of(of, Literal.of(name)), map.value(), true));
    }
    if (of.type() instanceof ArrayType array && array.element() instanceof StructType struct) {
      return position(struct, name, place)
          .map(
              p -> {
                DataType type = new ArrayType(struct.fields().get(p).type());
                return new Call(
                    "get_field",
                    List.of(of, Literal.of(struct.fields().get(p).name())),
                    type,
                    of.nullable());
              });
    }
    errors.error(
        Code.TM305,
        place,
        "`." + name + "` needs a struct, but this is " + of.type().ddl(),
        Optional.empty());
    return Optional.empty();
  }

  private Optional<Integer> position(StructType struct, String name, Place place) {
    int exact = struct.indexOf(name);
    if (exact >= 0) {
      return Optional.of(exact);
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < struct.fields().size(); i++) {
      if (struct.fields().get(i).name().equalsIgnoreCase(name)) {
        found.add(i);
      }
    }
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    List<String> known = struct.fields().stream().map(Field::name).toList();
    if (found.isEmpty()) {
      errors.error(
          Code.TM304,
          place,
          "field `" + name + "` does not exist in " + struct.ddl(),
          Nearest.of(name, known).map(n -> "did you mean `" + n + "`?"));
    } else {
      errors.error(
          Code.TM313, place, "field `" + name + "` is ambiguous", Optional.of("spell it exactly"));
    }
    return Optional.empty();
  }
}
