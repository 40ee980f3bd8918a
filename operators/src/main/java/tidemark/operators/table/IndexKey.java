package tidemark.operators.table;

/**
 * A column by which rows of a table are found.
 *
 * @param column position among the table's columns
 * @param nullsMatch whether null finds null, as {@code <=>} does; otherwise a null finds nothing
 */
public record IndexKey(int column, boolean nullsMatch) {}
