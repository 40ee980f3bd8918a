package tidemark.runner.scenario;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Failure;
import tidemark.runner.compile.Compilation;
import tidemark.runner.engine.BatchProgress;
import tidemark.runner.engine.Boundary;
import tidemark.runner.engine.PlanRefused;
import tidemark.runner.spec.ExpectSpec;
import tidemark.runner.spec.ExpectedCodes;
import tidemark.runner.spec.PipelineRef;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.TestSpec;
import tidemark.runner.spec.TestStepSpec;
import tidemark.runner.spec.TestStepSpec.Crash;
import tidemark.runner.spec.TestStepSpec.Give;
import tidemark.runner.spec.TestStepSpec.Restart;
import tidemark.statestore.StateFailure;

/** Runs one test, step by step, up to the first step that differs. */
final class TestRun {
  private final TestSpec test;
  private final TestPipeline pipeline;
  private final Function<PipelineRef, Compilation> compile;

  /** What to say if the crash that was planned last does not happen. */
  private String awaited = "";

  /**
   * @param compile the pipelines that a restart goes on with
   */
  TestRun(TestSpec test, TestPipeline pipeline, Function<PipelineRef, Compilation> compile) {
    this.test = test;
    this.pipeline = pipeline;
    this.compile = compile;
  }

  /** What differs; empty if the test passes. */
  Optional<String> run() {
    int number = 0;
    for (TestStepSpec step : test.steps()) {
      number++;
      String place = "step " + number + " (line " + step.span().line() + "): ";
      Optional<String> difference =
          step instanceof Crash crash ? plan(crash, place) : run(step).map(place::concat);
      if (difference.isPresent()) {
        return difference;
      }
    }
    if (pipeline.awaitsCrash()) {
      return Optional.of(awaited);
    }
    Optional<String> unknown =
        first(test.atLast().map(pipeline.names()::unknown).orElse(List.of()));
    if (unknown.isPresent()) {
      return unknown;
    }
    Expectations expectations = new Expectations(test, pipeline.sinks());
    test.atLast().ifPresent(expectations::atLast);
    return expectations.differences();
  }

  /** Plans a crash; answers if the one before has not happened, which this one would hide. */
  private Optional<String> plan(Crash crash, String place) {
    if (pipeline.awaitsCrash()) {
      return Optional.of(awaited);
    }
    long batch = crash.batch().value();
    Boundary at = Boundary.valueOf(crash.at().value().name());
    pipeline.crashAt(new TestPipeline.CrashPlan(batch, at));
    awaited =
        "%sbatch %d never reached `%s`, so nothing crashed".formatted(place, batch, at.word());
    return Optional.empty();
  }

  private Optional<String> run(TestStepSpec step) {
    if (step instanceof Restart restart) {
      pipeline.stop();
      restart.pipeline().ifPresent(p -> pipeline.change(compile.apply(p)));
      return runAndCompare(restart.expect());
    }
    Give give = (Give) step;
    Optional<String> unknown = first(pipeline.names().unknown(give));
    if (unknown.isPresent()) {
      return unknown;
    }
    give.inputs().forEach(i -> pipeline.give(i.source().value(), i.input()));
    return give.run() ? runAndCompare(give.expect()) : Optional.empty();
  }

  private static Optional<String> first(List<Diagnostic> found) {
    return found.stream()
        .findFirst()
        .map(d -> d.message() + d.hint().map(hint -> "; " + hint).orElse(""));
  }

  private Optional<String> runAndCompare(Optional<ExpectSpec> expected) {
    Optional<String> unknown = first(expected.map(pipeline.names()::unknown).orElse(List.of()));
    Optional<String> failure = unknown.isPresent() ? unknown : runUntilIdle(expected);
    if (failure.isPresent()) {
      return failure;
    }
    List<BatchProgress> batches = pipeline.takeBatches();
    Expectations expectations = new Expectations(test, pipeline.sinks());
    expected.ifPresent(e -> expectations.step(e, batches));
    return expectations.differences();
  }

  /** Runs; answers what is wrong with how the run ended. */
  private Optional<String> runUntilIdle(Optional<ExpectSpec> expected) {
    Optional<ExpectedCodes> error =
        expected.flatMap(ExpectSpec::error).or(() -> expected.flatMap(ExpectSpec::refused));
    try {
      pipeline.runUntilIdle();
    } catch (SimulatedCrash e) {
      pipeline.abandon();
      return Optional.empty();
    } catch (Failure e) {
      pipeline.stop();
      return unlessExpected(error, Optional.of(e.code()), e.getMessage());
    } catch (PlanRefused e) {
      pipeline.stop();
      return unlessExpected(error, Optional.of(e.code()), e.getMessage());
    } catch (StateFailure e) {
      pipeline.stop();
      return unlessExpected(error, Optional.empty(), e.getMessage());
    }
    return error.map(codes -> "the run was to fail with " + words(codes) + ", but did not");
  }

  private static Optional<String> unlessExpected(
      Optional<ExpectedCodes> expected, Optional<Code> actual, String message) {
    boolean fits =
        expected.isPresent()
            && (expected.get().isAny()
                || actual.isPresent()
                    && expected.get().codes().stream()
                        .map(Placed::value)
                        .anyMatch(actual.get()::equals));
    String name = actual.map(Code::name).orElse("a failure");
    return fits
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "the run failed with %s: %s", name, message));
  }

  private static String words(ExpectedCodes codes) {
    return codes.isAny()
        ? "an error"
        : String.join(" or ", codes.codes().stream().map(c -> c.value().name()).toList());
  }
}
