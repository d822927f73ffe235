-- What somebody writes for the same numbers of every column.
.read flags.sql
SELECT count(*), count(note), count(DISTINCT note) FROM Sample;
SELECT note, count(*) FROM Sample GROUP BY note ORDER BY 2 DESC LIMIT 15;
SELECT status, count(*) FROM Sample GROUP BY status;
SELECT origin, count(*) FROM Sample GROUP BY origin ORDER BY 2 DESC LIMIT 15;
SELECT min(taken), max(taken), datetime(avg(unixepoch(taken)), 'unixepoch') FROM Sample;
SELECT substr(taken, 1, 7), count(*) FROM Sample GROUP BY 1;
SELECT taken FROM Sample ORDER BY taken LIMIT 1 OFFSET (SELECT count(*) / 2 FROM Sample);
SELECT min(score), max(score), avg(score) FROM Sample;
SELECT CAST(score / 10 AS INTEGER), count(*) FROM Sample GROUP BY 1;
SELECT score FROM Sample ORDER BY score LIMIT 1 OFFSET (SELECT count(*) / 2 FROM Sample);
SELECT min(price), max(price), avg(price), count(price) FROM Sample;
SELECT price / 10000, count(*) FROM Sample WHERE price IS NOT NULL GROUP BY 1;
SELECT price FROM Sample WHERE price IS NOT NULL ORDER BY price
  LIMIT 1 OFFSET (SELECT count(price) / 2 FROM Sample);
