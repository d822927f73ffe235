package import PlainText

/// The address of a database on a PostgreSQL server, which is accepted in place of a file.
///
/// It is a URI, `postgresql://ann@host:5432/zoo?schema=lab`, or a list of settings, `service=zoo`
/// or `host=/run/postgresql dbname=zoo`. All settings of libpq are allowed except passwords,
/// because every user can see a command's arguments in the process list.
///
/// This module reads the addresses of databases on servers. It connects to none.
package struct DatabaseAddress: Hashable, Sendable {
  /// A setting of the connection, as libpq takes it.
  package struct Setting: Hashable, Sendable {
    package let keyword: String
    package let value: String

    package init(_ keyword: String, _ value: String) {
      self.keyword = keyword
      self.value = value
    }
  }

  /// The address as typed. It contains no password.
  package let text: String
  /// The settings in their order. The last one of a keyword applies.
  package private(set) var settings: [Setting] = []
  /// The schema with the tables.
  package private(set) var schema: Name = "public"

  /// True if a text is a valid or invalid address, and not the path of a file.
  package static func isAddress(_ text: String) -> Bool {
    isURI(text) || AddressURI.isMistaken(text)
      || SettingReader.firstKeyword(of: text).map(ServerSetting.isKnown) == true
  }

  /// Parses an address. An error message never contains a value, because it could be a misplaced
  /// password.
  package static func parse(_ text: String) throws(Diagnostic) -> DatabaseAddress {
    if !isURI(text), AddressURI.isMistaken(text) {
      throw Diagnostic(
        "an address of PostgreSQL begins with 'postgresql://'", hint: publicPassword.hint)
    }
    let settings =
      if isURI(text) { try AddressURI.parse(text) } else { try SettingReader(text).parseSettings() }
    return try DatabaseAddress(text, settings)
  }

  private static func isURI(_ text: String) -> Bool { AddressURI.scheme(of: text) != nil }

  private init(_ text: String, _ settings: [Setting]) throws(Diagnostic) {
    self.text = text
    guard settings.count(where: { $0.keyword == ServerSetting.schema }) < 2 else {
      throw Diagnostic("an address names one schema, and this one names several")
    }
    for setting in settings {
      guard !ServerSetting.passwords.contains(setting.keyword) else { throw Self.publicPassword }
      try ServerSetting.requireKnown(setting.keyword)
      guard !Self.isURI(setting.value) else {
        throw Diagnostic("an address stands alone, and not within '\(setting.keyword)' of another")
      }
      if setting.keyword == ServerSetting.schema {
        guard !setting.value.isEmpty else {
          throw Diagnostic("the schema of an address is empty; name it, or leave it out")
        }
        schema = Name(setting.value)
      } else {
        self.settings.append(setting)
      }
    }
  }

  static let publicPassword = Diagnostic(
    "an address has no password, since everybody sees it in the list of processes",
    hint: "put it into ~/.pgpass, a service file or PGPASSWORD, or leave it out and be asked for it"
  )

  /// The address of another database on the same server, for the same user.
  package func inDatabase(_ name: String) -> DatabaseAddress {
    var other = self
    other.settings.removeAll { $0.keyword == "dbname" }
    other.settings.append(Setting("dbname", name))
    return other
  }

  /// The `pg_dump` command that writes the schema as SQL.
  package var wordsToDump: [String] {
    let pattern = "\"\(schema.text.replacing("\"", with: "\"\""))\""
    return ["pg_dump", "--schema=\(pattern)", connection].filter { !$0.isEmpty }
  }

  /// The settings for libpq, without those of flagdb.
  private var connection: String {
    settings.map { setting in
      let isPlain =
        !setting.value.isEmpty
        && setting.value.utf8.allSatisfy { byte in
          (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte) && byte != UInt8(ascii: "'")
            && byte != UInt8(ascii: "\\")
        }
      if isPlain { return "\(setting.keyword)=\(setting.value)" }
      let escaped = setting.value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "\(setting.keyword)='\(escaped)'"
    }.joined(separator: " ")
  }
}
