SELECT name FROM roles WHERE permissions & 536870920 = 536870912;

SELECT count(*) FROM roles WHERE permissions & 6;

SELECT flag, count(*) FROM roles LEFT JOIN bit ON permissions & value GROUP BY 1;

SELECT color, max(position) FROM roles WHERE permissions & 131072 GROUP BY 1;
