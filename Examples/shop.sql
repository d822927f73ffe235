-- A foreign database: the flags of an item are bits of an integer, and nothing names them.
CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, flags INT, owner REFERENCES owner);
INSERT INTO owner VALUES (1, 'Ann');
INSERT INTO item VALUES (1, 'lamp', 5, 1), (2, 'rug', 4, 1), (3, 'cup', 1, NULL);
