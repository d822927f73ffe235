SELECT path FROM File WHERE mode & 3072;

SELECT path FROM File WHERE mode & 2 AND NOT mode & 512 AND kind <> 'l';

WITH bit (name, value) AS (VALUES ('SUID', 2048), ('SGID', 1024), ('STICKY', 512), ('UR', 256), ('UW', 128), ('UX', 64), ('GR', 32), ('GW', 16), ('GX', 8), ('OR', 4), ('OW', 2), ('OX', 1)) SELECT name, count(*) FROM File, bit WHERE mode & value GROUP BY name;

SELECT sum(size) FROM File WHERE mode & 73 AND kind = 'f';
