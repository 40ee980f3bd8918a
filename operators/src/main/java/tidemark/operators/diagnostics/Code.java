package tidemark.operators.diagnostics;

/** The catalogue of findings. A code is never reused; each has a page. */
public enum Code {
  // TM1xx: YAML and structure
  TM101("The file is not valid YAML"),
  TM102("A key stands twice in one mapping"),
  TM103("Unknown key"),
  TM104("A required key is missing"),
  TM105("The value has the wrong shape (mapping, list or text expected)"),
  TM106("The value is not one of the allowed words"),
  TM107("The number, duration or size cannot be read"),
  TM108("The file is too large, too deep, or its aliases explode"),
  TM109("An alias names no anchor, or contains itself"),
  TM110("The id is not of the form [a-z][a-z0-9_]*"),
  TM111("A step or source needs exactly one operator or connector key"),
  TM112("A substituted variable is not set"),
  TM113("A substitution cannot be read"),
  TM114("The format number is not known"),
  TM115("The file cannot be read"),
  TM116("The test suite is malformed"),
  TM117("An ignore comment silences nothing, or names no code"),
  // TM2xx: names and wiring
  TM201("`from` names nothing"),
  TM202("The id is used twice"),
  TM203("The steps form a cycle"),
  TM204("Nothing reads this source or step"),
  TM205("The pipeline has no sink"),
  TM206("Column names repeat"),
  TM207("The inputs of a union do not fit together"),
  TM208("The connector is not known"),
  TM209("The connector cannot be used in this place"),
  TM210("The step cannot read a static source"),
  TM211("The processor is not known"),
  // TM3xx: types and expressions
  TM301("The expression cannot be parsed"),
  TM302("The type is not known"),
  TM303("The function is not known"),
  TM304("The column does not exist"),
  TM305("The operand types do not fit"),
  TM306("The arguments do not fit the function"),
  TM307("An aggregate stands where only a row expression may"),
  TM308("A column is neither grouped nor aggregated"),
  TM309("A constant part of the expression fails"),
  TM310("The condition is not boolean"),
  TM311("The function would differ between a run and its repetition"),
  TM312("The construct is not supported"),
  TM313("The column is ambiguous"),
  TM314("The comparison is always null or constant"),
  TM315("The type cannot be a grouping key"),
  TM316("The rows that a step emits do not fit together"),
  TM317("The processor does not fit the step"),
  // TM4xx: windows, watermark and output modes
  TM401("Append needs a watermarked window or event-time key"),
  TM402("Complete mode needs an aggregation"),
  TM403("Sessions cannot be kept in update mode"),
  TM404("The window is not valid"),
  TM405("The watermark is not valid"),
  TM406("The watermark column must be a timestamp"),
  TM407("The stream already has a watermark"),
  TM408("Sort needs complete mode above an aggregation"),
  TM409("Limit cannot be used in this mode"),
  TM410("Stateful steps cannot be chained in this mode"),
  TM411("The window needs an event-time column"),
  TM412("The operation needs a watermark"),
  TM413("The step is not allowed in this output mode"),
  TM414("The join needs a time bound"),
  TM415("More than one event-time column reaches a stateful step"),
  TM416("Only a part of the union's inputs has a watermark"),
  TM417("The join needs an equality"),
  // TM5xx: state compatibility
  TM501("The checkpoint belongs to another pipeline"),
  TM502("The checkpoint is in use by another run"),
  TM503("The plan changed in a way that stored state does not allow"),
  TM504("The checkpoint is damaged"),
  TM505("The checkpoint was written by a newer format"),
  TM506("The folder is not a checkpoint"),
  TM507("Another run took the checkpoint over"),
  TM508("The checkpoint cannot be written"),
  TM509("The state store cannot be loaded on this machine"),
  TM521("The batch is not retained"),
  TM522("The state has no such step or column"),
  TM523("The checkpoint cannot go back to the batch"),
  // TM6xx: sources, sinks and delivery
  TM601("A record is bad"),
  TM602("A file changed after it was read"),
  TM603("Input that a batch needs is gone"),
  TM604("The source cannot be read"),
  TM605("The sink cannot be written"),
  TM606("The sink's folder belongs to another pipeline"),
  TM607("The sink's outcome is unknown"),
  TM608("A reader of this sink must take each key's latest row"),
  TM609("The source cannot be replayed"),
  TM610("An expression failed on a row"),
  TM611("Late rows were dropped"),
  TM612("An event time lies too far in the future"),
  TM613("The header does not fit the columns"),
  TM614("The option does not fit the format"),
  TM615("The connection failed"),
  TM616("Rows without event time were dropped"),
  TM617("The path matches nothing"),
  TM618("A column cannot be written in this format"),
  TM619("The record is too long"),
  TM620("The batch cannot be repeated"),
  TM621("Input is left for a later run"),
  TM622("Folders of sources, sinks and checkpoint overlap"),
  TM623("A processor failed"),
  // TM7xx: cost and unbounded state
  TM701("State grows without bound"),
  TM702("The watermark bounds nothing here"),
  TM703("The memory budget is too small"),
  TM704("The watermark is held back by an idle source"),
  // TM8xx: Spark portability
  TM801("The text means something else in Spark"),
  TM802("Spark cannot run this"),
  // TM9xx: secrets
  TM901("A secret is written into the file"),
  TM902("The secret is not set");

  private final String title;

  Code(String title) {
    this.title = title;
  }

  /** What the code stands for, without the particulars. */
  public String title() {
    return title;
  }
}
