SELECT sample, count(*), min(id) FROM Reading
GROUP BY sample HAVING count(*) > 2 ORDER BY sample;
