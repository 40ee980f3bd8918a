package tidemark.operators.lowering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tidemark.operators.expr.Expression;
import tidemark.operators.expr.Expressions;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.LogicalOp.StaticJoin;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.stateless.JoinedRows;
import tidemark.operators.stateless.PairColumns;
import tidemark.operators.stateless.PairColumns.Place;
import tidemark.operators.stateless.StaticJoinOperator;
import tidemark.operators.stateless.StaticJoinOperator.Residue;
import tidemark.operators.table.TableIndex;
import tidemark.operators.table.TableProbe;
import tidemark.operators.types.Field;
import tidemark.operators.types.Schema;

/** Binds a join with a static source to the stream's columns and to the table in memory. */
final class StaticJoinLowering {
  private final PlanNode node;
  private final StaticJoin join;
  private final TableIndex index;
  private final StepBinding binding;

  StaticJoinLowering(PlanNode node, TableIndex index, StepBinding binding) {
    this.node = node;
    this.join = (StaticJoin) node.op();
    this.index = index;
    this.binding = binding;
  }

  /** The operator for one thread; columns of its output that are not needed are null. */
  StaticJoinOperator operator(BitSet needed) {
    Schema stream = node.input().schema();
    TableProbe probe =
        index.probe(
            join.keys().stream().map(k -> binding.value(k.of(join.streamSide()), stream)).toList());
    return new StaticJoinOperator(
        join.kind(), probe, join.rest().map(this::residue), joined(needed));
  }

  private Residue residue(Expression rest) {
    PairColumns columns = columns(Expressions.columns(rest));
    return new Residue(columns, binding.filter(rest, columns.schema()));
  }

  private JoinedRows joined(BitSet needed) {
    List<Expression> computed = new ArrayList<>();
    Set<String> read = new HashSet<>();
    for (int i = 0; i < join.columns().size(); i++) {
      Expression expression = join.columns().get(i).expression();
      computed.add(needed.get(i) ? expression : new Literal(expression.type(), null));
      read.addAll(Expressions.columns(computed.get(i)));
    }
    PairColumns columns = columns(read);
    return new JoinedRows(
        index.table(), columns, binding.projection(computed, columns.schema(), node.schema()));
  }

  /** Of the columns of a pair, those of these names. */
  private PairColumns columns(Set<String> names) {
    List<Field> fields = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    Schema stream = node.input().schema();
    Schema table = index.table().schema();
    for (int i = 0; i < stream.size(); i++) {
      add(
          join.streamSide().qualified(stream.field(i).name()),
          stream.field(i),
          new Place(false, i),
          names,
          fields,
          places);
    }
    for (int i = 0; i < table.size(); i++) {
      add(
          join.tableSide().qualified(table.field(i).name()),
          table.field(i),
          new Place(true, i),
          names,
          fields,
          places);
    }
    return new PairColumns(new Schema(fields), places);
  }

  private static void add(
      String name,
      Field field,
      Place place,
      Set<String> names,
      List<Field> fields,
      List<Place> places) {
    if (names.contains(name)) {
      fields.add(new Field(name, field.type(), field.nullable()));
      places.add(place);
    }
  }
}
