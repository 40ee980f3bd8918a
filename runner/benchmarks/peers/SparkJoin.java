import static org.apache.spark.sql.functions.expr;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * The workload {@code join} on Spark Structured Streaming, two threads. Arguments: input folder,
 * output folder, files a batch and source, {@code rocksdb} or {@code hdfs}.
 */
public class SparkJoin {
  public static void main(String[] args) throws Exception {
    boolean rocks = args[3].equals("rocksdb");
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .appName("join")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2");
    if (rocks) {
      builder.config(
          "spark.sql.streaming.stateStore.providerClass",
          "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider");
    }
    SparkSession spark = builder.getOrCreate();
    spark.sparkContext().setLogLevel("WARN");
    Dataset<Row> shown =
        read(
                spark,
                args[0] + "/shown",
                "ad bigint, shown_at timestamp, site string, price int",
                args[2])
            .withWatermark("shown_at", "1 minute");
    Dataset<Row> clicks =
        read(
                spark,
                args[0] + "/clicks",
                "click_ad bigint, clicked_at timestamp, user_id bigint",
                args[2])
            .withWatermark("clicked_at", "1 minute");
    shown
        .join(
            clicks,
            expr(
                "ad = click_ad AND clicked_at BETWEEN shown_at AND shown_at + INTERVAL 10 MINUTES"))
        .select("ad", "site", "price", "user_id", "clicked_at")
        .writeStream()
        .format("json")
        .option("checkpointLocation", args[1] + ".checkpoint")
        .trigger(Trigger.AvailableNow())
        .start(args[1])
        .awaitTermination();
    spark.stop();
  }

  private static Dataset<Row> read(SparkSession spark, String path, String schema, String files) {
    Dataset<Row> rows =
        spark
            .readStream()
            .schema(schema.replace("click_ad", "ad"))
            .option("maxFilesPerTrigger", files)
            .json(path);
    return schema.contains("click_ad") ? rows.withColumnRenamed("ad", "click_ad") : rows;
  }
}
