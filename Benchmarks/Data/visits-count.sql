SELECT code FROM Sample
WHERE (SELECT count(*) FROM Reading WHERE sample = Sample.id AND value >= 90) > 1;
