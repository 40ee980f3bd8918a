@NullMarked
package tidemark.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
