package import PlainText

/// A database on a PostgreSQL server, by the text that stands where a file may stand.
///
/// It is a URI, `postgresql://ann@host:5432/zoo?schema=lab`, or a list of settings, `service=zoo` or
/// `host=/run/postgresql dbname=zoo`. Of all settings that libpq knows only the passwords are refused,
/// since everybody sees the words of a command in the list of processes.
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

  /// As it was typed; it has no password.
  package let text: String
  /// In the order in which they were given; of two for one keyword the last is in force.
  package private(set) var settings: [Setting] = []
  /// The schema that has the tables.
  package private(set) var schema: Name = "public"

  /// True if a text is meant as an address, right or wrong, and not as the path of a file.
  package static func isAddress(_ text: String) -> Bool {
    isURI(text) || AddressURI.isMistaken(text)
      || SettingReader.firstKeyword(of: text).map(ServerSetting.isKnown) == true
  }

  /// Reads an address. An error never repeats a value, since one may be a password in the wrong place.
  package static func parse(_ text: String) throws(Diagnostic) -> DatabaseAddress {
    if !isURI(text), AddressURI.isMistaken(text) {
      throw Diagnostic(
        "an address of PostgreSQL begins with 'postgresql://'", hint: publicPassword.hint)
    }
    let settings =
      isURI(text) ? try AddressURI.parse(text) : try SettingReader(text).parseSettings()
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

  /// The address of another database of the same server, for the same user.
  package func inDatabase(_ name: String) -> DatabaseAddress {
    var other = self
    other.settings.removeAll { $0.keyword == "dbname" }
    other.settings.append(Setting("dbname", name))
    return other
  }

  /// The words of PostgreSQL's own program that writes the schema as SQL.
  package var wordsToDump: [String] {
    let pattern = "\"\(schema.text.replacing("\"", with: "\"\""))\""
    return ["pg_dump", "--schema=\(pattern)", connection].filter { !$0.isEmpty }
  }

  /// The settings as libpq reads them, without our own.
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

  /// The value of a setting; nil if the address does not say it.
  package func value(of keyword: String) -> String? {
    settings.last { $0.keyword == keyword }?.value
  }
}
