package tidemark.operators.parquet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tidemark.operators.batch.ArrayBuilder;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.ColumnBuilder;
import tidemark.operators.batch.MapBuilder;
import tidemark.operators.batch.StructBuilder;
import tidemark.operators.codec.DamagedException;
import tidemark.operators.format.BadRows;
import tidemark.operators.types.DataType;

/** Puts a nested column together from the levels of its leaves, row by row. */
final class NestedReader implements ColumnReader {
  private final Part root;
  private final List<LeafCursor> cursors = new ArrayList<>();
  private int row;

  NestedReader(ColumnPlan plan, List<Pages> pages) {
    List<ColumnPlan.Leaf> leaves = plan.leaves();
    Deque<LeafCursor> waiting = new ArrayDeque<>();
    for (int i = 0; i < leaves.size(); i++) {
      cursors.add(new LeafCursor(leaves.get(i), pages.get(i)));
    }
    waiting.addAll(cursors);
    this.root = part(plan, waiting);
  }

  /** A node of the plan with its cursors. */
  private sealed interface Part {
    record Absent() implements Part {}

    record Leaf(LeafCursor cursor) implements Part {}

    record Group(ColumnPlan.Group plan, List<Part> fields, List<LeafCursor> cursors)
        implements Part {}

    record Entries(ColumnPlan.Entries plan, Part element, List<LeafCursor> cursors)
        implements Part {}

    record Pairs(ColumnPlan.Pairs plan, Part key, Part value, List<LeafCursor> cursors)
        implements Part {}
  }

  private static Part part(ColumnPlan plan, Deque<LeafCursor> waiting) {
    if (plan instanceof ColumnPlan.Leaf) {
      return new Part.Leaf(waiting.remove());
    }
    if (plan instanceof ColumnPlan.Absent) {
      return new Part.Absent();
    }
    List<LeafCursor> own = new ArrayList<>(waiting).subList(0, plan.leaves().size());
    if (plan instanceof ColumnPlan.Group group) {
      List<Part> fields = new ArrayList<>();
      group.fields().forEach(f -> fields.add(part(f, waiting)));
      return new Part.Group(group, fields, own);
    }
    if (plan instanceof ColumnPlan.Entries entries) {
      return new Part.Entries(entries, part(entries.element(), waiting), own);
    }
    ColumnPlan.Pairs pairs = (ColumnPlan.Pairs) plan;
    return new Part.Pairs(pairs, part(pairs.key(), waiting), part(pairs.value(), waiting), own);
  }

  @Override
  public Column read(int rows, BadRows bad) throws IOException {
    for (LeafCursor cursor : cursors) {
      cursor.load(rows);
    }
    ColumnBuilder builder = ColumnBuilder.of(type());
    for (row = 0; row < rows; row++) {
      append(root, builder, bad);
    }
    return builder.build();
  }

  @Override
  public long bytesRead() {
    return cursors.stream().mapToLong(LeafCursor::bytesRead).sum();
  }

  private DataType type() {
    if (root instanceof Part.Group group) {
      return group.plan().type();
    }
    if (root instanceof Part.Entries entries) {
      return entries.plan().type();
    }
    return ((Part.Pairs) root).plan().type();
  }

  private void append(Part part, ColumnBuilder target, BadRows bad) throws DamagedException {
    if (part instanceof Part.Leaf leaf) {
      leaf.cursor().append(target).ifPresent(value -> bad.misfit(row, value));
    } else if (part instanceof Part.Absent) {
      target.appendNull();
    } else if (part instanceof Part.Group group) {
      appendGroup(group, (StructBuilder) target, bad);
    } else if (part instanceof Part.Entries entries) {
      appendEntries(entries, (ArrayBuilder) target, bad);
    } else if (part instanceof Part.Pairs pairs) {
      appendPairs(pairs, (MapBuilder) target, bad);
    }
  }

  private void appendGroup(Part.Group group, StructBuilder target, BadRows bad)
      throws DamagedException {
    if (group.cursors().get(0).definition() < group.plan().definition()) {
      pass(group.cursors());
      target.appendNull();
      return;
    }
    for (int i = 0; i < group.fields().size(); i++) {
      append(group.fields().get(i), target.field(i), bad);
    }
    target.closeRow();
  }

  private void appendEntries(Part.Entries entries, ArrayBuilder target, BadRows bad)
      throws DamagedException {
    LeafCursor first = entries.cursors().get(0);
    ColumnPlan.Entries plan = entries.plan();
    int definition = first.definition();
    if (definition < plan.entry()) {
      pass(entries.cursors());
      if (definition < plan.definition()) {
        target.appendNull();
      } else {
        target.closeRow(target.elements().size());
      }
      return;
    }
    int start = target.elements().size();
    do {
      append(entries.element(), target.elements(), bad);
    } while (first.continues(plan.repetition()));
    target.closeRow(start);
  }

  private void appendPairs(Part.Pairs pairs, MapBuilder target, BadRows bad)
      throws DamagedException {
    LeafCursor first = pairs.cursors().get(0);
    ColumnPlan.Pairs plan = pairs.plan();
    int definition = first.definition();
    if (definition < plan.entry()) {
      pass(pairs.cursors());
      if (definition < plan.definition()) {
        target.appendNull();
      } else {
        target.closeRow(target.keys().size());
      }
      return;
    }
    int start = target.keys().size();
    do {
      append(pairs.key(), target.keys(), bad);
      append(pairs.value(), target.values(), bad);
    } while (first.continues(plan.repetition()));
    target.closeRow(start);
  }

  private static void pass(List<LeafCursor> cursors) {
    cursors.forEach(LeafCursor::pass);
  }
}
