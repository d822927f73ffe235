SELECT hash FROM "Commit" WHERE (parts & 3) = 1;

WITH bit (name, value) AS (VALUES ('CODE', 1), ('TESTS', 2), ('DOCS', 4), ('BUILD', 8)) SELECT name, count(*), replace(max(at), ' ', 'T') || 'Z' FROM "Commit" JOIN bit ON parts & value GROUP BY 1;

SELECT author, sum(added) FROM "Commit" GROUP BY 1;

SELECT strftime('%Y-%m', at), count(*) FROM "Commit" WHERE parts = 4 GROUP BY 1;
