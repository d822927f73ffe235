#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A PostgreSQL server in a temporary folder, as its makers set it, but for what would let one run of a program
/// pay for another: it waits for no disk, and neither cleans up nor writes back by itself.
///
/// It ends with this process, however that ends: a shell waits for the other end of a pipe to close.
final class Server {
  /// The folder of the newest programs that are installed; nil if there are none.
  static let programs: String? = {
    let newest = "ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1"
    guard let run = try? run(["/bin/sh", "-c", newest], in: "/") else { return nil }
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }()

  /// The shell of the server itself; Debian's `psql` is a script before it.
  static let psql = programs.map { "\($0)/psql" } ?? "psql"

  private let folder = "/tmp/flagdb-bench-\(getpid())"
  private var lifeline: Int32?
  private var shell = pid_t()

  /// The settings of a connection, without a schema.
  var address: String { "host=\(folder) dbname=postgres user=flagdb" }

  deinit {
    guard let lifeline else { return }
    close(lifeline)
    waitpid(shell, nil, 0)
  }

  /// Starts it, if it does not run yet.
  func start() throws(BenchError) {
    guard lifeline == nil, let programs = Self.programs else { return }
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&input) == 0, pipe(&output) == 0 else {
      throw BenchError("there is no pipe to a server")
    }
    // No other program may keep them open.
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    let words = ["/bin/sh", "-c", Self.script, "flagdb-bench-server", programs, folder]
    var arguments = words.map { strdup($0) } + [nil]
    defer {
      for argument in arguments { free(argument) }
      posix_spawn_file_actions_destroy(&actions)
      close(output[0])
    }
    let failure = posix_spawn(&shell, words[0], &actions, nil, &arguments, environ)
    close(input[0])
    close(output[1])
    guard failure == 0 else { throw BenchError("cannot run \(words[0])") }
    lifeline = input[1]
    var byte: UInt8 = 0
    guard read(output[0], &byte, 1) == 1 else { throw BenchError("PostgreSQL was not started") }
  }

  /// Makes and starts a server, says so by a byte, and waits for the end of its input; then it stops the
  /// server and removes the folder. A server does not run as root, and no signal that is meant for the benchmark
  /// ends the shell before.
  private static let script = #"""
    programs=$1 folder=$2
    trap '' HUP INT TERM
    as=
    if [ "$(id -u)" = 0 ]; then
      user=postgres
      id "$user" >/dev/null || user=nobody
      as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups --"
    fi
    mkdir -m 700 "$folder" || exit
    [ -z "$as" ] || chown "$user" "$folder"
    cd "$folder" || exit
    $as "$programs/initdb" -D data -U flagdb -A trust -E UTF8 --locale=C.UTF-8 --no-sync >init 2>&1 || {
      cat init >&2
      rm -rf "$folder"
      exit
    }
    cat >>data/postgresql.conf <<END
    listen_addresses = ''
    unix_socket_directories = '$folder'
    unix_socket_permissions = 0700
    fsync = off
    autovacuum = off
    checkpoint_timeout = 1d
    max_wal_size = 16GB
    END
    $as "$programs/postgres" -D data >log 2>&1 </dev/null &
    server=$!
    tries=0
    until "$programs/pg_isready" -q -h "$folder"; do
      tries=$((tries + 1))
      [ $tries -lt 600 ] && kill -0 $server || break
      sleep 0.05
    done
    if kill -0 $server; then
      printf .
      cat >/dev/null
      kill -QUIT $server
      wait $server
    else
      cat log >&2
    fi
    cd / && rm -rf "$folder"
    """#
}
