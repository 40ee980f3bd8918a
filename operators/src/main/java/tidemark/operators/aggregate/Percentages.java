package tidemark.operators.aggregate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The constant argument of a percentile: one fraction, or several that give an array. */
sealed interface Percentages {
  List<Double> fractions();

  /** One fraction, one result. */
  record One(double fraction) implements Percentages {
    @Override
    public List<Double> fractions() {
      return List.of(fraction);
    }
  }

  /** Several fractions, an array of results. */
  record Several(List<Double> fractions) implements Percentages {
    public Several {
      fractions = List.copyOf(fractions);
    }
  }

  /** The fractions that a constant means; empty if it is not a fraction from 0 to 1, or several. */
  static Optional<Percentages> of(AggregateArgument argument) {
    return argument.constant().flatMap(Percentages::ofConstant);
  }

  private static Optional<Percentages> ofConstant(Object constant) {
    if (constant instanceof Number number) {
      return isFraction(number) ? Optional.of(new One(number.doubleValue())) : Optional.empty();
    }
    if (constant instanceof List<?> list
        && !list.isEmpty()
        && list.stream().allMatch(item -> item instanceof Number n && isFraction(n))) {
      return Optional.of(
          new Several(list.stream().map(item -> ((Number) item).doubleValue()).toList()));
    }
    return Optional.empty();
  }

  private static boolean isFraction(Number number) {
    return number.doubleValue() >= 0 && number.doubleValue() <= 1;
  }

  /** A constant positive whole number; empty if the argument is not one. */
  static OptionalInt positive(AggregateArgument argument) {
    return argument.constant().orElse(0) instanceof Long value
            && value > 0
            && value <= Integer.MAX_VALUE
        ? OptionalInt.of(value.intValue())
        : OptionalInt.empty();
  }
}
