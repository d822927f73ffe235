package import Addresses
import Foundation

/// PgBouncer before the server for tests, in one of its modes. It has two connections to the server, so that
/// clients meet what others have left. It ends with the process, as the server does.
package final class TestPooler: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case session, transaction
  }

  private static let poolers = Mode.allCases.map { mode in Result { try started(mode) } }

  /// True if a test can have one: it is installed, and the server is ours.
  package static var isInstalled: Bool { program != nil && !TestServer.isNamed }

  package static func require(_ mode: Mode) throws -> TestPooler {
    try poolers[mode == .session ? 0 : 1].get()
  }

  /// The folder of its socket.
  package let folder: String
  private let lifeline: Pipe

  private init(_ folder: String, _ lifeline: Pipe) {
    self.folder = folder
    self.lifeline = lifeline
  }

  /// The settings of a connection through it, without a schema.
  package var settings: String {
    "host=\(folder) port=6432 dbname=postgres user=\(TestServer.owner)"
  }

  package func address(schema: String) throws -> DatabaseAddress {
    try DatabaseAddress.parse("\(settings) schema='\(schema)'")
  }

  private static var program: String? {
    ["/usr/sbin", "/usr/bin", "/opt/homebrew/bin", "/usr/local/bin"].map { "\($0)/pgbouncer" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func started(_ mode: Mode) throws -> TestPooler {
    guard let program, let server = try TestServer.require().folder else {
      throw TestServer.Failure("there is no PgBouncer")
    }
    let folder = "/tmp/flagdb-pgbouncer-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let lifeline = try TestServer.startShell(
      script, ["flagdb-test-pooler", program, folder, server, TestServer.owner, mode.rawValue])
    return TestPooler(folder, lifeline)
  }

  /// Makes and starts a pooler, says so, and waits for the end of its input.
  private static let script = #"""
    program=$1 folder=$2 server=$3 owner=$4 mode=$5
    trap '' HUP INT TERM
    as=
    if [ "$(id -u)" = 0 ]; then
      user=postgres
      id "$user" >/dev/null || user=nobody
      as="setpriv --reuid=$user --regid=$(id -g "$user") --clear-groups --"
    fi
    mkdir -m 700 "$folder" || exit
    cat >"$folder/ini" <<END
    [databases]
    * = host=$server user=$owner
    [pgbouncer]
    unix_socket_dir = $folder
    listen_port = 6432
    auth_type = any
    pool_mode = $mode
    default_pool_size = 2
    max_client_conn = 100
    logfile = $folder/log
    END
    [ -z "$as" ] || chown -R "$user" "$folder"
    $as "$program" -q "$folder/ini" >"$folder/output" 2>&1 </dev/null &
    pooler=$!
    tries=0
    until [ -S "$folder/.s.PGSQL.6432" ]; do
      tries=$((tries + 1))
      [ $tries -lt 600 ] && kill -0 $pooler || break
      sleep 0.05
    done
    if ! kill -0 $pooler; then
      cat "$folder/output"
      exit
    fi
    echo ready
    exec >/dev/null 2>&1
    cat >/dev/null
    # The signals by which it ends at once are others in each version, and a shell hands some on as ignored.
    kill -KILL $pooler
    wait $pooler
    cd / && rm -rf "$folder"
    """#
}
