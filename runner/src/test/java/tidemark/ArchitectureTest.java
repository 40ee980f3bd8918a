package tidemark;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Random;
import java.util.regex.Pattern;

/** The rules of the house that a build can hold, over the classes of all modules. */
@AnalyzeClasses(packages = "tidemark", importOptions = ArchitectureTest.OurMainClasses.class)
class ArchitectureTest {
  /** Main classes of our modules: no tests, no generated parser. */
  static final class OurMainClasses implements ImportOption {
    private static final Pattern GENERATED =
        Pattern.compile(".*/SparkExpression(Lexer|Parser|Visitor|BaseVisitor)[.$].*");

    @Override
    public boolean includes(com.tngtech.archunit.core.importer.Location location) {
      return !location.contains("/test-classes/")
          && !location.contains("-tests.jar")
          && !location.matches(GENERATED);
    }
  }

  private static final String STATESTORE = "tidemark.statestore..";

  // 1. One chain of modules, and no cycles between packages.

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("tidemark.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule statestoreKnowsNobody =
      noClasses()
          .that()
          .resideInAPackage(STATESTORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("tidemark.operators..", "tidemark.runner..");

  @ArchTest
  static final ArchRule operatorsDoNotKnowTheRunner =
      noClasses()
          .that()
          .resideInAnyPackage("tidemark.operators..", "tidemark.connectors..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("tidemark.runner..");

  // 2. State and checkpoint are reached through few doors.

  @ArchTest
  static final ArchRule fewPackagesUseTheStateStore =
      noClasses()
          .that(
              not(
                  resideInAnyPackage(
                      STATESTORE,
                      "tidemark.operators",
                      "tidemark.operators.state..",
                      "tidemark.operators.stateful..",
                      "tidemark.runner.engine..",
                      "tidemark.runner.compat..",
                      "tidemark.runner.baseline..",
                      "tidemark.runner.upgrade..",
                      "tidemark.runner.rehearsal..",
                      "tidemark.runner.status..",
                      "tidemark.runner.inspect..",
                      "tidemark.runner.scenario..",
                      "tidemark.runner.cli..",
                      "tidemark.benchmarks..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(STATESTORE);

  // 3. Each library has one home.

  @ArchTest
  static final ArchRule rocksDbLivesInOnePackage =
      onlyIn("org.rocksdb..", "tidemark.statestore.rocksdb..");

  @ArchTest
  static final ArchRule yamlIsReadInOnePackage =
      onlyIn("org.yaml.snakeyaml..", "tidemark.runner.yaml..");

  @ArchTest
  static final ArchRule theCommandLineIsParsedInOnePackage =
      onlyIn("picocli..", "tidemark.runner.cli..");

  @ArchTest
  static final ArchRule theEditorsProtocolIsSpokenInOnePackage =
      onlyIn("org.eclipse.lsp4j..", "tidemark.runner.lsp..");

  @ArchTest
  static final ArchRule onlyTheCommandPrintsAndExits =
      noClasses()
          .that(not(resideInAnyPackage("tidemark.runner.cli..", "tidemark.benchmarks..")))
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Throwable.class, "printStackTrace");

  /** A short command reads a file and says what is wrong: nothing else may be loaded for it. */
  @ArchTest
  static final ArchRule readingAPipelineLoadsNoJsonAndScansNothing =
      noClasses()
          .that()
          .resideInAnyPackage(
              "tidemark.runner.yaml..", "tidemark.runner.spec..", "tidemark.runner.reader..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("com.fasterxml..", "java.lang.reflect..")
                  .or(type("java.util.ServiceLoader")));

  // 4. What is data does no input or output.

  @ArchTest
  static final ArchRule dataDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAnyPackage(
              "tidemark.operators.plan..",
              "tidemark.operators.types..",
              "tidemark.operators.diagnostics..",
              "tidemark.runner.lint..",
              "tidemark.runner.compat..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.io..", "java.nio.file..", "java.net..")
                  .and(not(type("java.io.Serializable")))
                  .and(not(type("java.io.ObjectStreamException")))
                  .and(not(type("java.nio.file.Path"))))
          .allowEmptyShould(true);

  // 5. The plan does not know what runs it.

  @ArchTest
  static final ArchRule planDoesNotKnowWhatRunsIt =
      noClasses()
          .that()
          .resideInAPackage("tidemark.operators.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "tidemark.operators",
              "tidemark.operators.stateless..",
              "tidemark.operators.stateful..",
              "tidemark.operators.builtin..");

  // 6. Operators know neither connectors nor each other's family.

  @ArchTest
  static final ArchRule statelessOperatorsKnowNoStateAndNoSource =
      noClasses()
          .that()
          .resideInAPackage("tidemark.operators.stateless..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("tidemark.operators.connector..", "tidemark.operators.stateful..")
                  .and(not(type("tidemark.operators.connector.OutputMode"))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule statefulOperatorsKnowNoSource =
      noClasses()
          .that()
          .resideInAPackage("tidemark.operators.stateful..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("tidemark.operators.connector..", "tidemark.operators.stateless..")
                  .and(not(type("tidemark.operators.connector.OutputMode"))))
          .allowEmptyShould(true);

  // 7. Names say what differs.

  @ArchTest
  static final ArchRule namesSayWhatDiffers =
      noClasses()
          .should()
          .haveNameMatching(".*[.$]\\w*(Impl|Util|Utils|Helper|Helpers|Manager|Handler|Service)")
          .orShould()
          .haveNameMatching(".*[.$](Abstract|Base|Default)[A-Z]\\w*");

  // 8. Time and chance come in through the constructor.

  @ArchTest
  static final ArchRule noWallClockAndNoChanceInLogic =
      noClasses()
          .that(
              not(
                  resideInAnyPackage("tidemark.runner.cli..", "tidemark.benchmarks..")
                      // ServiceLoader makes them without arguments.
                      .or(assignableTo("tidemark.operators.connector.Connector"))))
          .should()
          .callMethodWhere(readsWallClock())
          .orShould()
          .callConstructorWhere(unseededRandom());

  // 9. Concurrency has few homes.

  // Operators may count across their threads, no more; clients of other systems answer with
  // futures.

  @ArchTest
  static final ArchRule concurrencyHasFewHomes =
      noClasses()
          .that(notConcurrent())
          .should()
          .dependOnClassesThat(
              resideInAPackage("java.util.concurrent..")
                  .and(not(type("java.util.concurrent.atomic.AtomicLong")))
                  .and(not(type("java.util.concurrent.atomic.LongAdder"))))
          .orShould(useMonitorsOrVolatile());

  // 10. Every package says what lives in it.

  @ArchTest
  static final ArchRule everyPackageHasAParagraph = classes().should(liveInADescribedPackage());

  // 11. Inheritance carries no code.

  @ArchTest static final ArchRule classesAreClosed = classes().should(beClosed());

  // 12. Fields are private to their package; records copy what they hold.

  @ArchTest
  static final ArchRule fieldsAreNotPublic =
      fields()
          .that()
          .areDeclaredInClassesThat()
          .areNotInterfaces()
          .and(new FieldIs("no constant", f -> !isConstant(f)))
          .should()
          .notBePublic();

  @ArchTest
  static final ArchRule recordsHoldNoArrays =
      noClasses().that().areRecords().should(haveAnArrayComponent());

  private static ArchRule onlyIn(String library, String home) {
    return noClasses()
        .that(not(resideInAPackage(home)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  private static DescribedPredicate<JavaClass> type(String name) {
    return DescribedPredicate.describe(name, c -> c.getName().equals(name));
  }

  private static DescribedPredicate<JavaClass> notConcurrent() {
    return not(
        resideInAnyPackage(
                "tidemark.runner.engine..",
                "tidemark.runner.scenario..",
                "tidemark.runner.cli..",
                "tidemark.runner.lsp..",
                "tidemark.connectors..",
                "tidemark.operators.builtin.http..",
                STATESTORE,
                "tidemark.benchmarks..")
            .or(assignableTo("tidemark.operators.connector.Source"))
            .or(assignableTo("tidemark.operators.connector.SinkBatch")));
  }

  private static DescribedPredicate<JavaMethodCall> readsWallClock() {
    return DescribedPredicate.describe(
        "the wall clock or chance is read",
        call -> {
          String owner = call.getTargetOwner().getName();
          String name = call.getTarget().getName();
          boolean now =
              owner.startsWith("java.time.")
                  && name.equals("now")
                  && call.getTarget().getRawParameterTypes().isEmpty();
          boolean system = owner.equals("java.lang.System") && name.equals("currentTimeMillis");
          boolean clock = owner.equals("java.time.Clock") && name.startsWith("system");
          boolean chance =
              owner.equals("java.lang.Math") && name.equals("random")
                  || owner.equals("java.util.concurrent.ThreadLocalRandom")
                  || owner.equals("java.util.UUID") && name.equals("randomUUID");
          return now || system || clock || chance;
        });
  }

  private static DescribedPredicate<JavaConstructorCall> unseededRandom() {
    return DescribedPredicate.describe(
        "an unseeded Random is made",
        call ->
            call.getTargetOwner().isEquivalentTo(Random.class)
                && call.getTarget().getRawParameterTypes().isEmpty());
  }

  private static ArchCondition<JavaClass> useMonitorsOrVolatile() {
    return new ArchCondition<>("use synchronized or volatile") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (unit.getModifiers().contains(JavaModifier.SYNCHRONIZED)) {
            events.add(SimpleConditionEvent.satisfied(unit, unit.getFullName() + " is guarded"));
          }
        }
        for (JavaField field : type.getFields()) {
          if (field.getModifiers().contains(JavaModifier.VOLATILE)) {
            events.add(SimpleConditionEvent.satisfied(field, field.getFullName() + " is volatile"));
          }
        }
      }
    };
  }

  private static ArchCondition<JavaClass> liveInADescribedPackage() {
    return new ArchCondition<>("live in a package with a package-info") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean described = type.getPackage().tryGetPackageInfo().isPresent();
        events.add(
            new SimpleConditionEvent(
                type,
                described,
                type.getPackageName() + " has no package-info: " + type.getName()));
      }
    };
  }

  private static ArchCondition<JavaClass> beClosed() {
    return new ArchCondition<>("be final, sealed, a record, an enum or an interface") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean closed =
            type.isInterface()
                || type.isEnum()
                || type.isRecord()
                || type.isAnonymousClass()
                || type.getSimpleName().equals("package-info")
                || type.getModifiers().contains(JavaModifier.FINAL)
                || type.reflect().isSealed()
                || type.getAllRawSuperclasses().stream().anyMatch(JavaClass::isEnum);
        events.add(new SimpleConditionEvent(type, closed, type.getName() + " is open"));
      }
    };
  }

  private static ArchCondition<JavaClass> haveAnArrayComponent() {
    return new ArchCondition<>("have an array component") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaField field : type.getFields()) {
          if (!field.getModifiers().contains(JavaModifier.STATIC) && field.getRawType().isArray()) {
            events.add(SimpleConditionEvent.satisfied(field, field.getFullName() + " is an array"));
          }
        }
      }
    };
  }

  private static boolean isConstant(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC)
        && field.getModifiers().contains(JavaModifier.FINAL);
  }

  /** A condition on a field, with the words for the rule's text. */
  private static final class FieldIs extends DescribedPredicate<JavaField> {
    private final java.util.function.Predicate<JavaField> test;

    FieldIs(String description, java.util.function.Predicate<JavaField> test) {
      super(description);
      this.test = test;
    }

    @Override
    public boolean test(JavaField field) {
      return test.test(field);
    }
  }
}
