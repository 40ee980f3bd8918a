package tidemark.runner.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Diagnostics;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.expr.Literal;
import tidemark.operators.plan.KeyedWork;
import tidemark.operators.plan.LogicalOp.Keyed;
import tidemark.operators.plan.LogicalOp.TimeDomain;
import tidemark.operators.plan.NamedExpression;
import tidemark.operators.plan.PlanNode;
import tidemark.operators.plan.StateVariable;
import tidemark.operators.processor.KeyedProcessor;
import tidemark.operators.processor.ProcessorInput;
import tidemark.operators.processor.ProcessorShape;
import tidemark.operators.types.DataType;
import tidemark.operators.types.Field;
import tidemark.operators.types.Physical;
import tidemark.operators.types.Schema;
import tidemark.operators.types.SimpleType;
import tidemark.runner.spec.KeyedRules;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.StepSpec;

/** Keyed state whose work is done by a processor on the class path. */
final class ProcessorCompiler {
  private static final Set<Physical> SIMPLE =
      Set.of(Physical.BOOLEAN, Physical.LONG, Physical.DOUBLE, Physical.BYTES);

  private final Diagnostics found;

  ProcessorCompiler(Diagnostics found) {
    this.found = found;
  }

  /** The step; empty, and reported, if there is no such processor or it does not fit. */
  Optional<PlanNode> compile(
      StepSpec.Stateful step, PlanNode input, List<NamedExpression> keys, TimeDomain domain) {
    KeyedRules.Processor asked = step.processor().orElseThrow();
    return find(asked.name())
        .flatMap(
            code -> shape(code, asked, input).map(s -> node(step, input, keys, domain, code, s)));
  }

  private static PlanNode node(
      StepSpec.Stateful step,
      PlanNode input,
      List<NamedExpression> keys,
      TimeDomain domain,
      KeyedProcessor code,
      ProcessorShape shape) {
    List<StateVariable> state =
        shape.state().stream()
            .map(f -> new StateVariable(f.name(), f.type(), new Literal(f.type(), null)))
            .toList();
    KeyedWork work = new KeyedWork.Processor(code, step.processor().orElseThrow().options());
    return new PlanNode(
        "steps." + step.id().value(),
        new Keyed(keys, domain, state, work),
        List.of(input),
        new Schema(shape.output().stream().map(f -> Field.of(f.name(), f.type())).toList()),
        Optional.empty(),
        step.id().span());
  }

  private Optional<KeyedProcessor> find(Placed<String> name) {
    List<String> names = new ArrayList<>();
    for (KeyedProcessor processor : ServiceLoader.load(KeyedProcessor.class)) {
      if (processor.name().equals(name.value())) {
        return Optional.of(processor);
      }
      names.add(processor.name());
    }
    String there =
        names.isEmpty()
            ? "none is on the class path: name its jar in TIDEMARK_CLASSPATH"
            : "there are: " + String.join(", ", names);
    found.add(
        new Diagnostic(
            Code.TM211,
            Severity.ERROR,
            name.span(),
            "there is no processor `" + name.value() + "`",
            Optional.of(
                Nearest.of(name.value(), names)
                    .map(n -> "did you mean `" + n + "`?")
                    .orElse(there))));
    return Optional.empty();
  }

  private Optional<ProcessorShape> shape(
      KeyedProcessor code, KeyedRules.Processor asked, PlanNode input) {
    ProcessorInput given = new ProcessorInput(input.schema(), asked.options());
    Optional<String> misfit;
    try {
      ProcessorShape shape = code.shape(given);
      misfit = misfit(shape);
      if (misfit.isEmpty()) {
        return Optional.of(shape);
      }
    } catch (RuntimeException e) {
      misfit =
          Optional.of(
              e instanceof IllegalArgumentException
                  ? String.valueOf(e.getMessage())
                  : e.toString());
    }
    found.error(
        Code.TM317,
        asked.name().span(),
        "processor `" + asked.name().value() + "` cannot be used here: " + misfit.orElseThrow(),
        "give it the columns and options that it needs");
    return Optional.empty();
  }

  private static Optional<String> misfit(ProcessorShape shape) {
    if (shape.output().isEmpty()) {
      return Optional.of("it gives no column out");
    }
    return misfit(shape.state()).or(() -> misfit(shape.output()));
  }

  private static Optional<String> misfit(List<Field> fields) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        return Optional.of("it declares `" + field.name() + "` twice");
      }
      if (!isSimple(field.type())) {
        return Optional.of(
            "it declares `"
                + field.name()
                + "` as "
                + field.type().ddl()
                + ", which it may not keep or give out");
      }
    }
    return Optional.empty();
  }

  private static boolean isSimple(DataType type) {
    return SIMPLE.contains(type.physical()) && type != SimpleType.BINARY && type != SimpleType.VOID;
  }
}
