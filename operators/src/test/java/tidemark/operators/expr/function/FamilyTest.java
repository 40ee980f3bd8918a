package tidemark.operators.expr.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The list by which a function is found names all of them, once. */
class FamilyTest {
  @ParameterizedTest
  @EnumSource(Family.class)
  void aFamilyNamesEachOfItsFunctions(Family family) {
    List<String> defined =
        family.functions().stream().flatMap(function -> function.names().stream()).toList();
    assertThat(family.names()).containsExactlyInAnyOrderElementsOf(defined);
  }

  @Test
  void noNameStandsForTwoFunctions() {
    assertThat(Arrays.stream(Family.values()).flatMap(family -> family.names().stream()))
        .doesNotHaveDuplicates();
  }
}
