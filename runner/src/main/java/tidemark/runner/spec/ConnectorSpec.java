package tidemark.runner.spec;

import tidemark.operators.connector.Options;

/** A connector and its checked options; the place is the connector's key. */
public record ConnectorSpec(Placed<String> name, Options options) {}
