package tidemark.runner.engine.microbatch;

import tidemark.operators.connector.Split;
import tidemark.operators.plan.PlanNode;

/** A split and the scan that it belongs to. */
record ScanSplit(PlanNode scan, Split split) {}
