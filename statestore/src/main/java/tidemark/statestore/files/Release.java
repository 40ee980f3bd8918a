package tidemark.statestore.files;

import java.util.Optional;

/** Which release of Tidemark this is. */
public final class Release {
  /** Its number, or {@code development} where the classes were not packaged. */
  public static final String VERSION =
      Optional.ofNullable(Release.class.getPackage().getImplementationVersion())
          .orElse("development");

  private Release() {}
}
