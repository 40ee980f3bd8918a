import java.util.List;
import java.util.Optional;
import tidemark.operators.batch.Column;
import tidemark.operators.batch.DoubleColumn;
import tidemark.operators.batch.Selection;
import tidemark.operators.function.ColumnFunction;
import tidemark.operators.function.FunctionShape;
import tidemark.operators.types.DataType;
import tidemark.operators.types.SimpleType;

/** The distance of two places on the globe; null where a coordinate is. */
public final class DistanceKm implements ColumnFunction {
  private static final double EARTH_RADIUS_KM = 6371;

  @Override
  public String name() {
    return "distance_km";
  }

  @Override
  public String signature() {
    return "distance_km(latitude, longitude, latitude, longitude)";
  }

  @Override
  public String meaning() {
    return "The distance of two places in kilometres, along the surface of the earth.";
  }

  @Override
  public String example() {
    return "round(distance_km(52.52, 13.405, 48.137, 11.575)) -> 504.0";
  }

  @Override
  public Optional<FunctionShape> shape(List<DataType> given) {
    DataType number = SimpleType.DOUBLE;
    return given.size() == 4
        ? Optional.of(new FunctionShape(List.of(number, number, number, number), number))
        : Optional.empty();
  }

  @Override
  public Column evaluate(List<Column> arguments, Selection rows, int size) {
    DoubleColumn fromLatitude = (DoubleColumn) arguments.get(0);
    DoubleColumn fromLongitude = (DoubleColumn) arguments.get(1);
    DoubleColumn toLatitude = (DoubleColumn) arguments.get(2);
    DoubleColumn toLongitude = (DoubleColumn) arguments.get(3);
    double[] values = new double[size];
    boolean[] nulls = new boolean[size];
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.row(i);
      nulls[row] = arguments.stream().anyMatch(column -> column.isNull(row));
      if (!nulls[row]) {
        values[row] =
            distance(
                Math.toRadians(fromLatitude.get(row)),
                Math.toRadians(fromLongitude.get(row)),
                Math.toRadians(toLatitude.get(row)),
                Math.toRadians(toLongitude.get(row)));
      }
    }
    return new DoubleColumn(values, nulls, size);
  }

  /** The haversine formula, on radians. */
  private static double distance(double lat1, double lon1, double lat2, double lon2) {
    double north = Math.sin((lat2 - lat1) / 2);
    double east = Math.sin((lon2 - lon1) / 2);
    double half = north * north + Math.cos(lat1) * Math.cos(lat2) * east * east;
    return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
  }
}
