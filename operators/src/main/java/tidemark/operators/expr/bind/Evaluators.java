package tidemark.operators.expr.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tidemark.operators.diagnostics.Failure;
import tidemark.operators.diagnostics.Written;
import tidemark.operators.expr.Call;
import tidemark.operators.expr.Case;
import tidemark.operators.expr.Cast;
import tidemark.operators.expr.ColumnReference;
import tidemark.operators.expr.EvaluationContext;
import tidemark.operators.expr.Evaluator;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.FieldAccess;
import tidemark.operators.expr.Filter;
import tidemark.operators.expr.Lambda;
import tidemark.operators.expr.Literal;
import tidemark.operators.expr.function.BoundCall;
import tidemark.operators.expr.function.Catalogue;
import tidemark.operators.expr.kernel.BoundLambda;
import tidemark.operators.expr.kernel.Casts;
import tidemark.operators.expr.kernel.Choice;
import tidemark.operators.expr.kernel.Constant;
import tidemark.operators.expr.kernel.Fields;
import tidemark.operators.expr.kernel.Guarded;
import tidemark.operators.expr.kernel.Logic;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** Binds typed expressions to the columns of batches. */
public final class Evaluators {
  private final Schema input;
  private final EvaluationContext context;
  private final boolean locating;

  private Evaluators(Schema input, EvaluationContext context, boolean locating) {
    this.input = input;
    this.context = context;
    this.locating = locating;
  }

  /** An evaluator over batches of the schema, in which every referenced column is found by name. */
  public static Evaluator bind(Expression expression, Schema input, EvaluationContext context) {
    return new Evaluators(input, context, false).evaluator(expression);
  }

  /** The same, slower, with failures that tell where the operation that failed is written. */
  public static Evaluator bindLocating(
      Expression expression, Schema input, EvaluationContext context) {
    return new Evaluators(input, context, true).evaluator(expression);
  }

  /** A filter over batches of the schema, for a boolean expression. */
  public static Filter bindFilter(Expression condition, Schema input, EvaluationContext context) {
    return new Evaluators(input, context, false).filter(condition);
  }

  /** The same, slower, with failures that tell where the operation that failed is written. */
  public static Filter bindLocatingFilter(
      Expression condition, Schema input, EvaluationContext context) {
    return new Evaluators(input, context, true).filter(condition);
  }

  private Filter filter(Expression condition) {
    if (condition instanceof Call call && call.function().equals("and")) {
      return Logic.both(filter(call.arguments().get(0)), filter(call.arguments().get(1)));
    }
    return Logic.filter(evaluator(condition));
  }

  private Evaluator evaluator(Expression expression) {
    if (expression instanceof Literal literal) {
      return new Constant(literal);
    }
    if (expression instanceof ColumnReference column) {
      return column(column.name());
    }
    if (expression instanceof Lambda.Variable variable) {
      return column(column(variable));
    }
    if (Expressions.isConstant(expression)) {
      return Folding.value(expression, context)
          .<Evaluator>map(Constant::new)
          .orElseGet(() -> operation(expression));
    }
    return operation(expression);
  }

  private Evaluator column(String name) {
    OptionalInt position = input.find(name);
    if (position.isEmpty()) {
      throw new IllegalArgumentException("no column " + name + " in " + input);
    }
    int column = position.getAsInt();
    return (batch, rows) -> batch.column(column);
  }

  private Evaluator operation(Expression expression) {
    Optional<Written> written = locating ? Expressions.written(expression) : Optional.empty();
    Evaluator bound = Guarded.of(name(expression), bound(expression));
    return written.isEmpty() ? bound : located(bound, written.get());
  }

  private static String name(Expression operation) {
    return operation instanceof Call call
        ? call.function()
        : operation instanceof Cast ? "cast" : "case";
  }

  private static Evaluator located(Evaluator operation, Written place) {
    return (batch, rows) -> {
      try {
        return operation.evaluate(batch, rows);
      } catch (Failure e) {
        throw e.written().isPresent() ? e : e.at(place);
      }
    };
  }

  private Evaluator bound(Expression expression) {
    if (expression instanceof Call call) {
      Expression simpler = Rewriting.simpler(call);
      return simpler.equals(call) ? call(call) : evaluator(simpler);
    }
    if (expression instanceof Cast cast) {
      return Casts.of(
          evaluator(cast.operand()),
          cast.operand().type(),
          cast.type(),
          cast.mode() == Cast.Mode.TRYING,
          context.zone());
    }
    if (expression instanceof FieldAccess access) {
      return Fields.of(evaluator(access.struct()), access.position());
    }
    Case choice = (Case) expression;
    return Choice.of(
        choice.branches().stream().map(b -> evaluator(b.when())).toList(),
        choice.branches().stream().map(b -> evaluator(b.then())).toList(),
        evaluator(choice.otherwise()),
        choice.type());
  }

  private Evaluator call(Call call) {
    List<Expression> values =
        call.arguments().stream().filter(a -> !(a instanceof Lambda)).toList();
    BoundCall bound =
        new BoundCall(
            call.function(),
            values.stream().map(this::evaluator).toList(),
            values.stream().map(Expression::type).toList(),
            call.arguments().stream()
                .filter(a -> a instanceof Lambda)
                .map(a -> lambda((Lambda) a))
                .toList(),
            call.type(),
            context);
    return Catalogue.spark()
        .find(call.function())
        .orElseThrow(() -> new IllegalArgumentException("no function " + call.function()))
        .kernel()
        .bind(bound);
  }

  /** Binds a body to the columns that it reads, followed by its parameters. */
  private BoundLambda lambda(Lambda lambda) {
    Set<String> read = new LinkedHashSet<>();
    collectRead(lambda.body(), read);
    lambda.parameters().forEach(p -> read.remove(column(p)));
    List<Field> fields = new ArrayList<>();
    List<Integer> captured = new ArrayList<>();
    for (String name : read) {
      OptionalInt position = input.find(name);
      if (position.isPresent()) {
        captured.add(position.getAsInt());
        fields.add(input.field(position.getAsInt()));
      }
    }
    lambda.parameters().forEach(p -> fields.add(new Field(column(p), p.type(), p.nullable())));
    Schema inner = new Schema(fields);
    Evaluator body = new Evaluators(inner, context, locating).evaluator(lambda.body());
    return new BoundLambda(inner, captured, body, lambda.type());
  }

  private static void collectRead(Expression expression, Set<String> names) {
    if (expression instanceof ColumnReference column) {
      names.add(column.name());
    } else if (expression instanceof Lambda.Variable variable) {
      names.add(column(variable));
    }
    Expressions.children(expression).forEach(c -> collectRead(c, names));
  }

  /** The name of the column that holds a parameter's values: no column of a user has it. */
  private static String column(Lambda.Variable variable) {
    return "-> " + variable.name();
  }

  /** Binds one constant operation, without folding the whole of it. */
  static Evaluator unfolded(Expression expression, EvaluationContext context) {
    return new Evaluators(new Schema(List.of()), context, false).operation(expression);
  }
}
