import CommandTable

extension PostgreSQLPage {
  static let servers: Prose = """
    # Runs on
    | server | tried |
    | PostgreSQL 15 | by all tests, with every change |
    | PostgreSQL 13, 14, 16 … | not run; 13 has all that is used |
    | Citus 13.2, PostgreSQL 15 | by the tests, with three workers |
    | a standby | by hand: reading works |
    | PgBouncer 1.18 | by the tests, in both modes |
    | YugabyteDB, CockroachDB | not run |

    The documentation of those in the last line tells what to expect. YugabyteDB keeps every 20,000 records of a COPY by itself,
    unless `yb_default_copy_from_rows_per_transaction` is 0, so that an `insert --from` that fails would leave some; and a
    change of a table is a transaction of its own there, so that `migrate` could end half way. CockroachDB changes
    tables in the background and advises against doing so within a transaction, and has parts of COPY alone.
    """

  static let plan: Prose = """
    # A thousand million records
    A plan on paper, from what was measured with records of `Sample` as in flagdb-tutorial(7) on one machine of four
    processors, PostgreSQL 15, with all in memory.
    | what | measured | 10^9 records |
    | table | 84 bytes a record | 84 GB |
    | index of keys | 23 bytes | 23 GB |
    | index of unique text | 32 bytes | 32 GB |
    | index of flags | 7 bytes | 7 GB |
    | import, checked | 190,000 a second | 1.5 hours |
    | export as CSV | 1.4 million a second | 12 minutes |
    | flags by a scan | 54 million a second | 19 seconds |
    | flags by the walk | 2 ms and the records | 2 ms and the records |
    | moving bits in all | 1 million a second | 17 minutes |

    Moving bits takes 84 GB more until VACUUM, and the unique texts have 8 letters.
    Combinations do not grow with records: 12 flags have 4,096 at most, and 1,382 of them were in five million records. So
    the walk through the index takes the same time for a thousand million. A condition that one record in 100,000 meets then
    finds 10,000: a page of the disk each, a second where a page takes 0.1 ms, and far less from memory.

    - One machine with 256 GB of memory holds the 146 GB. It is enough as long as questions are about rare flags, or
      some twenty seconds do not matter.
    - `--partition 'Sample=month(taken)'` comes next, without another machine: of 24 months one is 42 million
      records and 6 GB. Questions about one month read it alone, in 0.8 seconds, and an old month goes in no time.
    - `--distribute Sample=id` where many questions read all records: on four machines with 16 processors and 64 GB
      each, 32 parts have 31 million records, 3.6 GB without the unique text, which Citus does not take. Each machine
      has 28.5 GB. 64 processors in place of four read all in some 1.2 seconds; the walk is not used there.
    """
}
