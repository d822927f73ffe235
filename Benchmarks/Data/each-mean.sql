-- What somebody writes for the mean of the records that have each flag.
SELECT avg(CASE WHEN markers & 1 THEN score END), avg(CASE WHEN markers & 2 THEN score END),
  avg(CASE WHEN markers & 4 THEN score END), avg(CASE WHEN markers & 8 THEN score END),
  avg(CASE WHEN markers & 16 THEN score END), avg(CASE WHEN markers & 32 THEN score END),
  avg(CASE WHEN markers & 64 THEN score END), avg(CASE WHEN markers & 128 THEN score END),
  avg(CASE WHEN markers & 256 THEN score END), avg(CASE WHEN markers & 512 THEN score END),
  avg(CASE WHEN markers & 1024 THEN score END), avg(CASE WHEN markers & 2048 THEN score END)
FROM Sample;
