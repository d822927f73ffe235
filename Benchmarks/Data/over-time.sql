SELECT strftime('%Y-%m', taken), count(*), sum(markers & 1 = 1), sum(markers & 2 = 2),
  sum(markers & 4 = 4), sum(markers & 8 = 8), sum(markers & 16 = 16), sum(markers & 32 = 32),
  sum(markers & 64 = 64), sum(markers & 128 = 128), sum(markers & 256 = 256),
  sum(markers & 512 = 512), sum(markers & 1024 = 1024), sum(markers & 2048 = 2048),
  sum(markers = 0)
FROM Sample GROUP BY 1;
