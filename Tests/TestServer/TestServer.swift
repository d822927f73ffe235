/// This module gives tests a PostgreSQL server: one for the whole process, or the one that
/// `FLAGDB_TEST_POSTGRESQL` names. It imports PostgreSQL, Addresses, SQLText and Platform.
package import Addresses
import Foundation
import PostgreSQLEngine
import SQLText
import Testing

/// A server for tests. Ours is made in a folder of its own, takes connections on a socket there alone,
/// and ends with the process, however that ends: a shell waits for the other end of a pipe to close.
package final class TestServer: Sendable {
  /// The server that was named, or is started now; a failure says why there is none.
  private static let shared = named.map(Result.success) ?? Result { try started() }

  /// The server for a test that needs one. The test is skipped where none is installed.
  package static func require() throws -> TestServer {
    if !isInstalled { try Test.cancel("there is no PostgreSQL server") }
    return try shared.get()
  }

  /// False for a machine without Debian's programs, and with `FLAGDB_TEST_POSTGRESQL=none`.
  package static let isInstalled = isNamed || (setting != "none" && programs != nil)

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// The address without a schema: `host=… dbname=…`.
  private let settings: String
  /// The folder of a server of ours; nil for one that was named.
  package let folder: String?

  private init(settings: String, folder: String?) {
    self.settings = settings
    self.folder = folder
  }

  /// True if the tests are run on a server that is given, of which they know nothing more.
  package static var isNamed: Bool { named != nil }

  private static var named: TestServer? {
    guard let setting, setting != "none" else { return nil }
    return TestServer(settings: setting, folder: nil)
  }

  private static let setting = ProcessInfo.processInfo.environment["FLAGDB_TEST_POSTGRESQL"]

  // MARK: Addresses

  /// The address of a schema, with other settings of the connection.
  package func address(
    schema: String = "public", _ more: KeyValuePairs<String, String> = [:]
  ) throws -> DatabaseAddress {
    let all = [("schema", schema)] + more.map { ($0.key, $0.value) }
    guard settings.hasPrefix("postgres") else {
      let words = all.map { keyword, value in
        let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "\(keyword)='\(escaped)'"
      }
      return try DatabaseAddress.parse(([settings] + words).joined(separator: " "))
    }
    let words = all.map { keyword, value in
      let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? value
      return "\(keyword)=\(escaped)"
    }
    let separator = settings.contains("?") ? "&" : "?"
    return try DatabaseAddress.parse(settings + separator + words.joined(separator: "&"))
  }

  /// All that the server has written into its log so far; nil if it is not ours.
  package var log: String? {
    folder.flatMap { try? String(contentsOfFile: "\($0)/log", encoding: .utf8) }
  }

  // MARK: Starting

  /// The user who can do all, and needs no password; everybody else has one.
  package static let owner = "flagdb"

  private static func started() throws -> TestServer {
    guard let programs else { throw Failure("there is no PostgreSQL server") }
    let folder = "/tmp/flagdb-postgresql-\(getpid())-\(UInt32.random(in: .min ... .max))"
    lifeline.keep(try startShell(script, ["flagdb-test-server", programs, folder, owner]))
    return TestServer(settings: "host=\(folder) dbname=postgres user=\(owner)", folder: folder)
  }

  /// Starts a script of a shell that says `ready` and then waits for the end of its input, which is the answer.
  static func startShell(_ script: String, _ arguments: [String]) throws -> Pipe {
    let ended = Pipe()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script] + arguments
    shell.standardInput = ended
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    // No other program that tests start may keep the pipe open.
    _ = fcntl(ended.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let said = String(decoding: firstWords(from: output.fileHandleForReading), as: UTF8.self)
    guard said == "ready\n" else { throw Failure("\(arguments[0]) was not started: \(said)") }
    return ended
  }

  /// The bytes up to the word that all is well, or to the end.
  private static func firstWords(from handle: FileHandle) -> Data {
    var bytes = Data()
    while bytes != Data("ready\n".utf8), let more = try? handle.read(upToCount: 1), !more.isEmpty {
      bytes += more
    }
    return bytes
  }

  /// The folder of the newest server that is installed.
  private static var programs: String? {
    let folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
        .map { "\(root)/\($0)/bin" }
    }
    return folders.filter { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
      .max { $0.compare($1, options: .numeric) == .orderedAscending }
  }

  /// Makes and starts a server, says so, and waits for the end of its input; then it stops the server and
  /// removes the folder. A server does not run as root, and no signal that is meant for the tests
  /// ends the shell before.
  private static let script = #"""
    programs=$1 folder=$2 owner=$3
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
    $as "$programs/initdb" -D data -U "$owner" -A trust -E UTF8 --locale=C.UTF-8 --no-sync >init 2>&1 || {
      cat init
      rm -rf "$folder"
      exit
    }
    printf '%s\n' "local all $owner trust" 'local all all scram-sha-256' >data/pg_hba.conf
    cat >>data/postgresql.conf <<END
    listen_addresses = ''
    unix_socket_directories = '$folder'
    unix_socket_permissions = 0700
    max_connections = 400
    fsync = off
    synchronous_commit = off
    full_page_writes = off
    shared_buffers = 64MB
    log_statement = all
    log_line_prefix = '%p %a: '
    max_prepared_transactions = 4
    END
    $as "$programs/postgres" -D data >log 2>&1 </dev/null &
    server=$!
    tries=0
    until "$programs/pg_isready" -q -h "$folder"; do
      tries=$((tries + 1))
      [ $tries -lt 600 ] && kill -0 $server || break
      sleep 0.05
    done
    if ! kill -0 $server; then
      cat log
      exit
    fi
    echo ready
    exec >/dev/null 2>&1
    cat >/dev/null
    kill -QUIT $server
    wait $server
    cd / && rm -rf "$folder"
    """#

  /// Keeps the end of the pipe for as long as the process runs.
  private static let lifeline = Lifeline()

  private final class Lifeline: @unchecked Sendable {
    private var pipe: Pipe?

    func keep(_ pipe: Pipe) { self.pipe = pipe }
  }
}
