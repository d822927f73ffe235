CREATE TABLE Named (name TEXT PRIMARY KEY, next TEXT) WITHOUT ROWID;
.import --csv --skip 1 nodes.csv Named
CREATE TABLE Node (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, next INTEGER REFERENCES Node);
INSERT INTO Node (name) SELECT name FROM Named;
UPDATE Node SET next = (
  SELECT other.id FROM Named JOIN Node AS other ON other.name = Named.next WHERE Named.name = Node.name
);
CREATE INDEX Node_next ON Node (next);
