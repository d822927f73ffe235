SELECT o.name, count(*) FROM Package p LEFT JOIN Package_depends d ON d.needed = p.id LEFT JOIN Package o ON o.id = d.depends GROUP BY o.name ORDER BY 2 DESC, 1 LIMIT 5;

SELECT name, size FROM Package p WHERE NOT EXISTS (SELECT 1 FROM Package_depends d WHERE d.depends = p.id) ORDER BY size DESC, name LIMIT 5;

SELECT section, sum(size) FROM Package GROUP BY section;

WITH bit (mark, value) AS (VALUES ('ESSENTIAL', 1), ('PROTECTED', 2), ('SAME', 4), ('FOREIGN', 8), ('ALLOWED', 16)) SELECT mark, count(*) FROM Package JOIN bit ON marks & value GROUP BY 1 UNION ALL SELECT '', count(*) FROM Package WHERE marks = 0;

SELECT name FROM Package p WHERE NOT marks & 3 AND priority <> 'required' AND EXISTS (SELECT 1 FROM Package_depends d JOIN Package o ON o.id = d.needed WHERE d.depends = p.id AND o.marks & 1);
