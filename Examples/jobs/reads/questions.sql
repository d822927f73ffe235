SELECT name FROM reads WHERE flags & 1284 = 1024;

SELECT count(*) FROM reads WHERE flags & 2304;

SELECT flag, count(*) FROM reads JOIN bit ON flags & value GROUP BY 1;

SELECT chromosome, min(quality) FROM reads WHERE flags & 2 GROUP BY 1;
