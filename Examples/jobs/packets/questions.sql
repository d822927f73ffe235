SELECT source, port FROM packets WHERE flags & 18 = 2;

SELECT count(*) FROM packets WHERE flags & 5;

SELECT flag, count(*) FROM packets JOIN bit ON flags & value GROUP BY 1;

SELECT source, sum(length) FROM packets WHERE flags & 8 GROUP BY 1;
