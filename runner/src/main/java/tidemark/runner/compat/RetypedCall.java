package tidemark.runner.compat;

import java.util.List;
import tidemark.runner.layout.StateField;
import tidemark.runner.layout.Widening;

/** An aggregate call that is stored with other types than it has now. */
final class RetypedCall {
  private final ComparedStep step;
  private final String name;
  private final List<StateField> olds;
  private final List<StateField> news;

  /**
   * @param name the result that it is reported with
   */
  RetypedCall(ComparedStep step, String name, CallMatch calls, String call) {
    this.step = step;
    this.name = name;
    this.olds = calls.before().fields(calls.stored(call).orElseThrow());
    this.news = calls.after().fields(call);
  }

  void report() {
    Findings.Draft draft =
        step.plans()
            .found()
            .of(
                step.now().id() + "." + name,
                "type",
                "what is stored of `"
                    + name
                    + "` was "
                    + Lines.quoted(types(olds))
                    + ", is "
                    + Lines.quoted(types(news)))
            .was(step.was());
    boolean sameFields = olds.size() == news.size() && news.stream().allMatch(this::isStored);
    if (sameFields && news.stream().allMatch(f -> Widening.keepsValues(old(f).type(), f.type()))) {
      draft.migrates("the new type holds every value of the old one; rows change as they are read");
    } else if (sameFields && news.stream().allMatch(this::fits)) {
      draft.migrates("every stored value is one of the new type");
    } else {
      step.drain()
          .refuse(
              draft,
              "stored values may not be of the new type",
              ScanOffer.before(
                  ScanOffer.ways(step.plans(), sameFields && canProve(), "all stored values fit"),
                  "give it a new name beside the old one"));
    }
  }

  private List<String> types(List<StateField> fields) {
    return fields.stream().map(f -> f.name() + ": " + f.type().ddl()).toList();
  }

  private boolean isStored(StateField field) {
    return step.match().stored(field).isPresent();
  }

  private StateField old(StateField field) {
    return step.match().stored(field).orElseThrow();
  }

  private boolean canProve() {
    return news.stream().allMatch(f -> ScanOffer.showsTypes(step.old(), old(f), f.type()));
  }

  private boolean fits(StateField field) {
    StateField was = old(field);
    return Widening.keepsValues(was.type(), field.type())
        || step.plans().request().facts().fits(step.was(), was.id(), field.type());
  }
}
