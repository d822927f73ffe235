SELECT id, kelvin FROM cell WHERE flags & 38 = 4;

SELECT count(*) FROM cell WHERE flags & 24;

SELECT flag, count(*) FROM cell LEFT JOIN bit ON flags & value GROUP BY 1;

SELECT month, max(kelvin) FROM cell WHERE flags & 128 GROUP BY 1;
