SELECT name, (SELECT group_concat(flag, '|') FROM (SELECT flag FROM bit WHERE own & value OR EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND allow & value) AND NOT EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND deny & value) ORDER BY value + 0)) FROM person;

SELECT name FROM person WHERE own & 16 OR EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND allow & 16) AND NOT EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND deny & 16);

SELECT name FROM person WHERE EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND allow & own);

SELECT flag, count(DISTINCT person.id) FROM person LEFT JOIN person_role ON person = person.id LEFT JOIN role ON role = role.id LEFT JOIN bit ON allow & value WHERE NOT EXISTS (SELECT 1 FROM person_role JOIN role ON role = role.id WHERE person = person.id AND deny) GROUP BY 1;
