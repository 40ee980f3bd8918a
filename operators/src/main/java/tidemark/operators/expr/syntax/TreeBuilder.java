package tidemark.operators.expr.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import tidemark.operators.expr.Place;
import tidemark.operators.expr.syntax.SparkExpressionParser.*;

/** Turns the parser's tree into the untyped tree. */
final class TreeBuilder extends SparkExpressionBaseVisitor<Syntax> {
  private final SyntaxErrors errors;

  TreeBuilder(SyntaxErrors errors) {
    this.errors = errors;
  }

  Syntax build(ParseTree tree) {
    return visit(tree);
  }

  private static Place place(ParserRuleContext context) {
    return SyntaxReader.place(context);
  }

  static String name(IdentifierContext identifier) {
    String text = identifier.getText();
    return identifier.QUOTED() == null
        ? text
        : text.substring(1, text.length() - 1).replace("``", "`");
  }

  private Syntax operation(String operator, ParserRuleContext context, Syntax... operands) {
    return new Syntax.Operation(operator, List.of(operands), place(context));
  }

  private Syntax negated(boolean not, ParserRuleContext context, Syntax syntax) {
    return not ? operation("not", context, syntax) : syntax;
  }

  private Syntax unsupported(ParserRuleContext context, String message, String hint) {
    errors.unsupported(place(context), message, hint);
    return new Syntax.Broken(place(context));
  }

  @Override
  public Syntax visitExpression(ExpressionContext c) {
    return visit(c.booleanExpression());
  }

  @Override
  public Syntax visitLogicalNot(LogicalNotContext c) {
    return operation("not", c, visit(c.booleanExpression()));
  }

  @Override
  public Syntax visitLogicalAnd(LogicalAndContext c) {
    return operation("and", c, visit(c.left), visit(c.right));
  }

  @Override
  public Syntax visitLogicalOr(LogicalOrContext c) {
    return operation("or", c, visit(c.left), visit(c.right));
  }

  @Override
  public Syntax visitPredicated(PredicatedContext c) {
    Syntax value = visit(c.valueExpression());
    return c.predicate() == null ? value : predicate(c, value, c.predicate());
  }

  private Syntax predicate(PredicatedContext whole, Syntax value, PredicateContext predicate) {
    if (predicate instanceof BetweenContext c) {
      Syntax low = operation(">=", whole, value, visit(c.lower));
      Syntax high = operation("<=", whole, value, visit(c.upper));
      return negated(c.NOT() != null, whole, operation("and", whole, low, high));
    }
    if (predicate instanceof InListContext c) {
      List<Syntax> operands = new ArrayList<>(List.of(value));
      c.expression().forEach(e -> operands.add(visit(e)));
      return negated(c.NOT() != null, whole, new Syntax.Operation("in", operands, place(whole)));
    }
    if (predicate instanceof RlikeContext c) {
      return negated(c.NOT() != null, whole, operation("rlike", whole, value, visit(c.pattern)));
    }
    if (predicate instanceof LikeContext c) {
      List<Syntax> operands = new ArrayList<>(List.of(value, visit(c.pattern)));
      if (c.escape != null) {
        operands.add(
            new Syntax.Text(Texts.unquoted(c.escape.getText()), SyntaxErrors.place(c.escape)));
      }
      return negated(
          c.NOT() != null, whole, new Syntax.Operation(word(c.kind), operands, place(whole)));
    }
    if (predicate instanceof LikeManyContext c) {
      return likeMany(whole, value, c);
    }
    if (predicate instanceof IsNullContext c) {
      return operation(c.NOT() == null ? "isnull" : "isnotnull", whole, value);
    }
    if (predicate instanceof IsTruthContext c) {
      Syntax test =
          c.kind.getType() == SparkExpressionLexer.UNKNOWN
              ? operation(
                  "isnull", whole, new Syntax.Operation("isboolean", List.of(value), value.place()))
              : operation(
                  "<=>",
                  whole,
                  value,
                  new Syntax.Word(
                      Optional.of(c.kind.getType() == SparkExpressionLexer.TRUE),
                      SyntaxErrors.place(c.kind)));
      return negated(c.NOT() != null, whole, test);
    }
    IsDistinctContext c = (IsDistinctContext) predicate;
    return negated(c.NOT() == null, whole, operation("<=>", whole, value, visit(c.right)));
  }

  private Syntax likeMany(PredicatedContext whole, Syntax value, LikeManyContext c) {
    boolean all = c.quantifier.getType() == SparkExpressionLexer.ALL;
    boolean not = c.NOT() != null;
    Syntax joined = null;
    for (ExpressionContext pattern : c.expression()) {
      Syntax one = negated(not, whole, operation(word(c.kind), whole, value, visit(pattern)));
      joined = joined == null ? one : operation(all ? "and" : "or", whole, joined, one);
    }
    return joined;
  }

  private static String word(Token token) {
    return token.getText().toLowerCase(Locale.ROOT);
  }

  @Override
  public Syntax visitPrimaryValue(PrimaryValueContext c) {
    return visit(c.primary());
  }

  @Override
  public Syntax visitUnary(UnaryContext c) {
    String operator =
        switch (c.op.getText()) {
          case "-" -> "negative";
          case "+" -> "positive";
          default -> "~";
        };
    return operation(operator, c, visit(c.valueExpression()));
  }

  @Override
  public Syntax visitBinary(BinaryContext c) {
    String operator =
        switch (word(c.op)) {
          case "==" -> "=";
          case "!=" -> "<>";
          case "||" -> "concat";
          default -> word(c.op);
        };
    return operation(operator, c, visit(c.left), visit(c.right));
  }

  @Override
  public Syntax visitShifted(ShiftedContext c) {
    List<ParseTree> signs = c.shift().children;
    for (int i = 1; i < signs.size(); i++) {
      Token before = ((TerminalNode) signs.get(i - 1)).getSymbol();
      Token sign = ((TerminalNode) signs.get(i)).getSymbol();
      if (before.getStopIndex() + 1 != sign.getStartIndex()) {
        errors.report(
            SyntaxErrors.place(sign),
            "`" + sign.getText() + "` cannot stand here",
            Optional.of("a column, a literal, a function call or `(` can stand here"));
      }
    }
    return operation(c.shift().getText(), c, visit(c.left), visit(c.right));
  }

  @Override
  public Syntax visitCaseWhen(CaseWhenContext c) {
    int first = c.operand == null ? 0 : 1;
    int pairs = c.WHEN().size();
    List<Syntax.Branch> branches = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      Syntax when = visit(c.expression(first + 2 * i));
      Syntax then = visit(c.expression(first + 2 * i + 1));
      if (c.operand != null) {
        when = new Syntax.Operation("=", List.of(visit(c.operand), when), when.place());
      }
      branches.add(new Syntax.Branch(when, then));
    }
    return new Syntax.Choice(branches, Optional.ofNullable(c.otherwise).map(this::visit), place(c));
  }

  @Override
  public Syntax visitCast(CastContext c) {
    return cast(
        c, visit(c.expression()), c.dataType(), c.kind.getType() == SparkExpressionLexer.TRY_CAST);
  }

  @Override
  public Syntax visitCastTo(CastToContext c) {
    return cast(c, visit(c.primary()), c.dataType(), false);
  }

  private Syntax cast(ParserRuleContext c, Syntax operand, DataTypeContext type, boolean trying) {
    return new TypeReader(errors.direct())
        .read(type)
        .map(t -> (Syntax) new Syntax.CastTo(operand, t, trying, place(c)))
        .orElseGet(() -> new Syntax.Broken(place(c)));
  }

  @Override
  public Syntax visitExtract(ExtractContext c) {
    Syntax field = new Syntax.Text(name(c.field), place(c.field));
    return function("date_part", c, List.of(field, visit(c.valueExpression())));
  }

  @Override
  public Syntax visitSubstringFrom(SubstringFromContext c) {
    return function("substring", c, c.valueExpression().stream().map(this::visit).toList());
  }

  @Override
  public Syntax visitTrimFrom(TrimFromContext c) {
    String name =
        c.side == null || c.side.getType() == SparkExpressionLexer.BOTH
            ? "btrim"
            : c.side.getType() == SparkExpressionLexer.LEADING ? "ltrim" : "rtrim";
    Syntax text = visit(c.text);
    if (c.what == null) {
      return function(name, c, List.of(text));
    }
    return name.equals("btrim")
        ? function(name, c, List.of(text, visit(c.what)))
        : function(name, c, List.of(visit(c.what), text));
  }

  @Override
  public Syntax visitPositionIn(PositionInContext c) {
    return function("position", c, c.valueExpression().stream().map(this::visit).toList());
  }

  private Syntax function(String name, ParserRuleContext c, List<Syntax> arguments) {
    return new Syntax.Function(
        name,
        SyntaxErrors.place(c.getStart()),
        arguments,
        unnamed(arguments.size()),
        false,
        false,
        Optional.empty(),
        place(c));
  }

  private static List<String> unnamed(int count) {
    return java.util.Collections.nCopies(count, "");
  }

  @Override
  public Syntax visitIntervalUnits(IntervalUnitsContext c) {
    return IntervalReader.units(c, errors);
  }

  @Override
  public Syntax visitIntervalRange(IntervalRangeContext c) {
    return IntervalReader.range(c, errors);
  }

  @Override
  public Syntax visitIntervalText(IntervalTextContext c) {
    return IntervalReader.text(c, errors);
  }

  @Override
  public Syntax visitTypedText(TypedTextContext c) {
    return new Syntax.TypedText(
        name(c.identifier()).toLowerCase(Locale.ROOT),
        Texts.unquoted(c.STRING().getText()),
        place(c));
  }

  @Override
  public Syntax visitLiteral(LiteralContext c) {
    return visit(c.constant());
  }

  @Override
  public Syntax visitNullConstant(NullConstantContext c) {
    return new Syntax.Word(Optional.empty(), place(c));
  }

  @Override
  public Syntax visitBooleanConstant(BooleanConstantContext c) {
    return new Syntax.Word(Optional.of(c.TRUE() != null), place(c));
  }

  @Override
  public Syntax visitNumberConstant(NumberConstantContext c) {
    return new Syntax.Number(c.getText(), place(c));
  }

  @Override
  public Syntax visitTextConstant(TextConstantContext c) {
    return new Syntax.Text(
        c.STRING().stream().map(t -> Texts.unquoted(t.getText())).collect(Collectors.joining()),
        place(c));
  }

  @Override
  public Syntax visitStar(StarContext c) {
    return unsupported(c, "`*` can stand only in `count(*)`", "name the columns");
  }

  @Override
  public Syntax visitDotStar(DotStarContext c) {
    return unsupported(c, "`.*` is not supported", "name the columns");
  }

  @Override
  public Syntax visitFunction(FunctionContext c) {
    if (c.over() != null) {
      errors.unsupported(
          SyntaxReader.place(c.over()),
          "a function over a window of rows (`OVER`) cannot run on a stream",
          "use an `aggregate` step with a `window`");
      return new Syntax.Broken(place(c));
    }
    boolean star =
        c.argument().size() == 1
            && c.argument(0) instanceof PlainArgumentContext plain
            && plain.expression().getText().equals("*");
    List<Syntax> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    boolean ignoreNulls = c.IGNORE() != null;
    for (ArgumentContext argument : star ? List.<ArgumentContext>of() : c.argument()) {
      arguments.add(visit(argument));
      names.add(argumentName(argument));
      ignoreNulls |= argument instanceof PlainArgumentContext p && p.IGNORE() != null;
    }
    if (ignoreNulls) {
      arguments.add(new Syntax.Word(Optional.of(true), place(c)));
      names.add("");
    }
    String name = name(c.functionName().identifier()).toLowerCase(Locale.ROOT);
    if (c.order != null) {
      boolean descending =
          c.direction != null && c.direction.getType() == SparkExpressionParser.DESC;
      Syntax order = visit(c.order);
      Optional<List<Syntax>> ordered = WithinGroup.arguments(name, arguments, order, descending);
      if (ordered.isEmpty()) {
        return unsupported(c, WithinGroup.problem(name), WithinGroup.wayOut(name));
      }
      arguments = new ArrayList<>(ordered.get());
      names = new ArrayList<>(Collections.nCopies(arguments.size(), ""));
    }
    return new Syntax.Function(
        name,
        place(c.functionName()),
        arguments,
        names,
        star,
        c.DISTINCT() != null,
        Optional.ofNullable(c.where).map(this::visit),
        place(c));
  }

  private static String argumentName(ArgumentContext argument) {
    return argument instanceof PlainArgumentContext plain && plain.identifier() != null
        ? name(plain.identifier())
        : "";
  }

  @Override
  public Syntax visitPlainArgument(PlainArgumentContext c) {
    return visit(c.expression());
  }

  @Override
  public Syntax visitLambda(LambdaContext c) {
    List<Syntax.Name> parameters =
        c.identifier().stream().map(i -> new Syntax.Name(name(i), place(i))).toList();
    return new Syntax.Lambda(parameters, visit(c.expression()), place(c));
  }

  @Override
  public Syntax visitParenthesised(ParenthesisedContext c) {
    return visit(c.expression());
  }

  @Override
  public Syntax visitRow(RowContext c) {
    return function("struct", c, c.expression().stream().map(this::visit).toList());
  }

  @Override
  public Syntax visitElement(ElementContext c) {
    return operation("[]", c, visit(c.primary()), visit(c.valueExpression()));
  }

  @Override
  public Syntax visitDot(DotContext c) {
    return new Syntax.Dot(
        visit(c.primary()), name(c.identifier()), place(c.identifier()), place(c));
  }

  @Override
  public Syntax visitName(NameContext c) {
    return new Syntax.Name(name(c.identifier()), place(c));
  }

  @Override
  protected @Nullable Syntax defaultResult() {
    return null;
  }
}
