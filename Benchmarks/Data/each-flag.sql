-- What somebody writes to count the records that have each flag.
SELECT sum((markers & 1) != 0), sum((markers & 2) != 0), sum((markers & 4) != 0),
  sum((markers & 8) != 0), sum((markers & 16) != 0), sum((markers & 32) != 0),
  sum((markers & 64) != 0), sum((markers & 128) != 0), sum((markers & 256) != 0),
  sum((markers & 512) != 0), sum((markers & 1024) != 0),
  sum((markers & 2048) != 0) FROM Sample;
