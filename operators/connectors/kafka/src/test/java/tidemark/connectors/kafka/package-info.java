@NullMarked
package tidemark.connectors.kafka;

import org.jspecify.annotations.NullMarked;
