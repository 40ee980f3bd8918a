package tidemark.runner.yaml;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Diagnostic;
import tidemark.operators.diagnostics.Severity;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlFile.Written;

/**
 * The {@code # tidemark:ignore TM701 reason} comments of a file. A comment silences the warnings
 * with its codes on its line; one that stands alone those of the next line. A text that goes over
 * several lines counts as its first line. Errors cannot be silenced.
 */
public final class IgnoreComments {
  private static final String MARK = "tidemark:ignore";

  private final YamlFile file;
  private final List<Comment> comments = new ArrayList<>();

  private IgnoreComments(YamlFile file) {
    this.file = file;
  }

  /** A comment and the line that it is about. */
  private record Comment(Set<Code> codes, boolean hasReason, Span span, int line) {}

  /** Collects the comments of a file. */
  public static IgnoreComments of(YamlFile file) {
    IgnoreComments ignores = new IgnoreComments(file);
    for (int line = 1; line <= file.text().lineCount(); line++) {
      if (file.text().line(line).contains(MARK)) {
        ignores.collect(line);
      }
    }
    return ignores;
  }

  private void collect(int line) {
    SourceText text = file.text();
    int from = text.startOf(line);
    int end = text.endOf(line);
    for (int at = from; at < end; at++) {
      boolean begins = text.at(at) == '#' && (at == from || isBlank(text.at(at - 1)));
      if (begins && !insideText(at)) {
        String comment = text.slice(at + 1, end).strip();
        if (comment.startsWith(MARK)) {
          boolean alone = text.slice(from, at).isBlank();
          add(comment.substring(MARK.length()), text.span(at, end), alone ? next(line) : line);
        }
        return;
      }
    }
  }

  private void add(String rest, Span span, int line) {
    Set<Code> codes = EnumSet.noneOf(Code.class);
    String[] words = rest.strip().split("[\\s,]+");
    int read = 0;
    while (read < words.length && code(words[read]).isPresent()) {
      codes.add(code(words[read]).orElseThrow());
      read++;
    }
    comments.add(new Comment(codes, read < words.length, span, line));
  }

  private static Optional<Code> code(String word) {
    for (Code code : Code.values()) {
      if (code.name().equals(word)) {
        return Optional.of(code);
      }
    }
    return Optional.empty();
  }

  private static boolean isBlank(int point) {
    return point == ' ' || point == '\t';
  }

  private boolean insideText(int at) {
    return file.scalars().stream()
        .anyMatch(s -> s.from() <= at && at < s.to() && !isBehindSign(s, at));
  }

  /** True on the line of a block's {@code |} or {@code >}, where no text stands yet. */
  private boolean isBehindSign(Written scalar, int at) {
    int sign = file.text().at(scalar.from());
    boolean block = sign == '|' || sign == '>';
    return block && file.text().lineOf(at) == file.text().lineOf(scalar.from());
  }

  /** The next line that is neither empty nor a comment alone. */
  private int next(int line) {
    int next = line + 1;
    while (next <= file.text().lineCount()) {
      String text = file.text().line(next).strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        return next;
      }
      next++;
    }
    return next;
  }

  /**
   * The findings without those that are silenced, and with a warning for each comment that silences
   * nothing; sorted by place. Where errors keep later checks from running, only comments that can
   * never silence anything are reported. To be called once, when everything is found.
   */
  public List<Diagnostic> silence(List<Diagnostic> findings) {
    List<Diagnostic> kept = new ArrayList<>(findings);
    for (Comment comment : comments) {
      boolean used = kept.removeIf(d -> isMeant(comment, d));
      boolean error = isError(comment, findings);
      if (!used && (error || comment.codes().isEmpty() || !hasErrors(findings))) {
        kept.add(unused(comment, error));
      } else if (used && !comment.hasReason()) {
        kept.add(misleading(comment, "the comment gives no reason", "say why, behind the code"));
      }
    }
    kept.sort(Diagnostic::compareByPlace);
    return List.copyOf(kept);
  }

  private boolean isMeant(Comment comment, Diagnostic finding) {
    return finding.severity() == Severity.WARNING
        && isThere(comment, finding)
        && comment.codes().contains(finding.code());
  }

  private boolean isThere(Comment comment, Diagnostic finding) {
    return finding.span().file().equals(file.text().file())
        && firstLine(finding.span().line()) == comment.line();
  }

  /** The line on which the text begins that goes on on a line. */
  private int firstLine(int line) {
    if (line < 1 || line > file.text().lineCount()) {
      return line;
    }
    int start = file.text().startOf(line);
    for (Written scalar : file.scalars()) {
      if (scalar.from() < start && start < scalar.to()) {
        return file.text().lineOf(scalar.from());
      }
    }
    return line;
  }

  private static boolean hasErrors(List<Diagnostic> findings) {
    return findings.stream().anyMatch(d -> d.severity() == Severity.ERROR);
  }

  private boolean isError(Comment comment, List<Diagnostic> findings) {
    return findings.stream()
            .anyMatch(d -> isThere(comment, d) && comment.codes().contains(d.code()))
        && findings.stream().noneMatch(d -> isMeant(comment, d));
  }

  private static Diagnostic unused(Comment comment, boolean error) {
    if (comment.codes().isEmpty()) {
      return misleading(
          comment, "the comment names no code", "write `# tidemark:ignore TM701 reason`");
    }
    return misleading(
        comment, "the comment silences nothing", error ? "errors cannot be silenced" : "remove it");
  }

  private static Diagnostic misleading(Comment comment, String message, String hint) {
    return Diagnostic.warning(Code.TM117, comment.span(), message, hint);
  }
}
