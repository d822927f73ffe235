-- What somebody writes to count the flags of a column and its most frequent combinations.
.read each-flag.sql
SELECT markers, count(*) FROM Sample GROUP BY markers ORDER BY 2 DESC LIMIT 15;
