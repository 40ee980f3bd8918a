package tidemark.runner.compat;

import tidemark.operators.types.DecimalType;
import tidemark.runner.layout.NodeLayout;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/** Whether stored keys are keys of another type, too, in the very bytes that they are stored in. */
final class KeyTypes {
  private KeyTypes() {}

  /** True if every key of the old type is stored as the same key of the new one would be. */
  static boolean keep(StateField was, StateField is) {
    return Widening.keepsValues(was.type(), is.type()) && haveOneForm(was, is);
  }

  /**
   * True if the stored rows prove it.
   *
   * @param step the step's old id
   */
  static boolean areProvenToFit(Plans plans, String step, StateField was, StateField is) {
    return haveOneForm(was, is) && plans.request().facts().fits(step, was.id(), is.type());
  }

  /** True if the stored keys can show whether all of them are keys of the new type. */
  static boolean dependOnValues(NodeLayout old, StateField was, StateField is) {
    return haveOneForm(was, is) && ScanOffer.showsTypes(old, was, is.type());
  }

  /** Why a change of type is refused. */
  static String reason(StateField was, StateField is) {
    return Widening.keepsValues(was.type(), is.type())
        ? "stored keys have other bytes than the same keys of the new type"
        : "stored keys may not be of the new type";
  }

  /** A decimal is stored without its scale, and takes more bytes from a number of digits on. */
  private static boolean haveOneForm(StateField was, StateField is) {
    boolean sameScale =
        !(was.type() instanceof DecimalType old)
            || is.type() instanceof DecimalType now && old.scale() == now.scale();
    return sameScale && was.type().physical() == is.type().physical();
  }
}
