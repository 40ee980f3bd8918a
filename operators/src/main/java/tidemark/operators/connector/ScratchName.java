package tidemark.operators.connector;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a scratch target is to be called.
 *
 * @param name lower-case letters, digits and underscores; no other target has it
 * @param folder where files of temporary use may be put, the same for all processes
 * @param place where the user wants it: a folder, a URL, as the connector understands it
 */
public record ScratchName(String name, Path folder, Optional<String> place) {
  /** What the name of every scratch target begins with. */
  public static final String PREFIX = "tidemark_rehearsal_";
}
