package tidemark.operators.state;

import tidemark.operators.types.DataType;

/**
 * A field of a stored row's value.
 *
 * @param id which field it is, whatever its place and type: never given to another field of the
 *     step
 */
public record StoredField(int id, DataType type, boolean nullable) {}
