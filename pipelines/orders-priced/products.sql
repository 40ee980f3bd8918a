CREATE TABLE products (
  shop integer NOT NULL,
  sku text NOT NULL,
  name text,
  price numeric(10, 2),
  PRIMARY KEY (shop, sku)
);
INSERT INTO products VALUES
  (1, 'T1', 'tea', 3.50),
  (1, 'C1', 'cake', 2.00),
  (2, 'T1', 'tea', 3.80);
