import CommandTable

extension PostgreSQLPage {
  static let servers: Prose = """
    # Supported servers
    | server | tested |
    | PostgreSQL 15.18 | all tests, with every change |
    | PostgreSQL 16, 17, 18, 19 | tests of servers, with beta versions |
    | PostgreSQL 18.6 without ICU | by hand: reads foreign tables |
    | PostgreSQL 13, 14 | not tested; 13 has all features |
    | Citus 13.2, PostgreSQL 15 | tests with three worker nodes |
    | a standby | tested by hand: reading works |
    | PgBouncer 1.18 | tests, in both modes |
    | YugabyteDB, CockroachDB | not tested |

    `new` needs a server that was built with ICU, as the packages of Debian, and a database with the encoding UTF8. On
    any other server it says so, and makes nothing. PostgreSQL 19 beta 1 itself shows no value in a column that was added
    with a default, in some queries; later versions do.

    According to their documentation, these differ. YugabyteDB commits a COPY every 20,000 records unless
    `yb_default_copy_from_rows_per_transaction` is 0, so a failed `insert --from` could leave records. It also runs
    DDL outside the transaction, so `migrate` could stop half-way. CockroachDB changes tables in the background,
    advises against DDL in transactions, and supports only parts of COPY.
    """

  static let roundTrips: Prose = """
    # Round trips
    A round trip is a request to the server and its answer. Over a network, it takes more time than most answers. Tests
    count the round trips of commands, without those that connect:
    | command | at most |
    | `query` with one answer | 3 |
    | `insert`, `update`, `delete`, also if audited | 5 |
    | `define`, `migrate` | 12 |
    | a line of a session that reads | 3 |
    | `insert --from`, in each of its modes | 12, and 1 for 1,000 records |
    | each record that the server refuses | 20 |

    For each relationship, an import takes up to 3 more for 1,000 records: it looks up names, and writes the links to
    several others. On Citus and with `--ignore`, a record with links to several others is sent alone. `sql` takes up to
    four more, `define` with an audit log and a change by a user who may not write to the log one more, and a change of a
    foreign table seven more.
    """

  static let plan: Prose = """
    # A billion records
    This estimate is calculated from measurements with records of `Sample` as in flagdb-tutorial(7), on one machine with
    four processors, PostgreSQL 15, and all data in memory.
    | what | measured | 10^9 records |
    | table | 84 bytes a record | 84 GB |
    | index of keys | 23 bytes | 23 GB |
    | index of unique text | 32 bytes | 32 GB |
    | index of flags | 7 bytes | 7 GB |
    | import, checked | 190,000 a second | 1.5 hours |
    | export as CSV | 1.4 million a second | 12 minutes |
    | flags, table scan | 54 million a second | 19 seconds |
    | flags, skip scan | 2 ms and the records | 2 ms and the records |
    | moving bits in all | 1 million a second | 17 minutes |

    Moving bits needs 84 GB more until VACUUM. The unique texts have 8 letters. The number of combinations does not
    grow with the records: 12 flags have at most 4,096, and five million records had 1,382 of them. A skip scan
    therefore takes the same time for a billion records. A condition that one in 100,000 records meets then finds
    10,000 records, one page each: a second if a page takes 0.1 ms, and far less from memory.

    - One machine with 256 GB of memory holds the 146 GB. It is enough if queries are for rare flags, or may take
      twenty seconds.
    - The next step is `--partition 'Sample=month(taken)'` on the same machine. One of 24 months has 42 million
      records and 6 GB. A query for one month reads only that month, in 0.8 seconds, and dropping a month takes no
      time.
    - Use `--distribute Sample=id` if many queries read all records. On four machines with 16 processors and 64 GB
      each, 32 shards have 31 million records and 3.6 GB each, without the unique text, which Citus does not
      support. Each machine has 28.5 GB. 64 processors instead of four read everything in about 1.2 seconds.
    """
}
