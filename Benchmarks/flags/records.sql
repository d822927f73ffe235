-- Five million records. Half of them have RAW, the other flags are rarer one after the other, and
-- GPS, BAD and OLD together are rare: some 2,000 combinations, of which few records have most.
DROP INDEX "Sample.markers";
WITH RECURSIVE
  n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000),
  noise(i, a, b) AS
    (SELECT i, i * 2654435761 % 4294967296, (i * 40503 + 12345) % 2147483647 FROM n)
INSERT INTO Sample (code, note, taken, score, price, status, markers)
SELECT 'S-' || i, CASE WHEN i % 3 = 0 THEN 'note ' || (i * 7919 % 500) END,
  datetime(1760000000 + (i * 7919 % 1000003) * 30, 'unixepoch'), (i * 104729) % 10007 / 100.0,
  CASE WHEN i % 2 THEN i * 7919 % 100000 END, i % 3,
  ((a >> 3 & 255) < 128) | (((a >> 11 & 255) < 76) << 1) | (((a >> 19 & 255) < 51) << 2)
    | (((a * 31 >> 7 & 1023) < 200) << 3) | (((a * 131 >> 9 & 1023) < 150) << 4)
    | (((b >> 4 & 1023) < 100) << 5) | (((b >> 14 & 1023) < 80) << 6)
    | (((b * 17 >> 5 & 1023) < 60) << 7) | (((b * 101 >> 9 & 1023) < 50) << 8)
    | (((a * 257 + b >> 6 & 1023) < 40) << 9) | (((a + b * 513 >> 8 & 1023) < 25) << 10)
    | (((a * 7 + b * 3 >> 10 & 1023) < 15) << 11)
FROM noise;
CREATE INDEX "Sample.markers" ON Sample (markers);
