internal import CSQLite

/// A version of SQLite.
package struct SQLiteVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let major: Int
  let minor: Int
  let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The linked version of SQLite.
  package static let linked: SQLiteVersion = {
    let number = Int(sqlite3_libversion_number())
    return SQLiteVersion(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
  }()

  /// The date and hash by which SQLite names its sources.
  package static var linkedSources: String { String(cString: sqlite3_sourceid()) }

  /// True if the version has the fix of the bug described at sqlite.org/wal.html#walresetbug. A
  /// distribution may have backported the fix to an older version.
  package var resetsLogsSafely: Bool {
    switch (major, minor) {
    case (3, 44): patch >= 6
    case (3, 50): patch >= 7
    default: self >= SQLiteVersion(3, 51, 3)
    }
  }

  /// True if an untrusted schema may call JSON functions.
  var runsJSONAnywhere: Bool { self >= SQLiteVersion(3, 41, 0) }

  package var description: String { "\(major).\(minor).\(patch)" }

  /// `3.40.1, without the fix of its WAL-reset bug`
  package var details: String {
    let word = resetsLogsSafely ? "with" : "without"
    return "\(self), \(word) the fix of its WAL-reset bug"
  }

  package static func < (one: SQLiteVersion, other: SQLiteVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}
