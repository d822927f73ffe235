import PlainText
import Testing

@testable import Addresses

@Suite("Addresses of databases") struct DatabaseAddressTests {
  /// The settings in one line, and the schema where it is not the usual one.
  private func summary(_ text: String) throws -> String {
    let address = try DatabaseAddress.parse(text)
    #expect(DatabaseAddress.isAddress(text))
    #expect(address.text == text)
    let settings = address.settings.map { "\($0.keyword)=\($0.value)" }
    let schema = address.schema == "public" ? [] : ["in \(address.schema)"]
    return (settings + schema).joined(separator: " ")
  }

  @Test(arguments: [
    ("postgresql://", ""),
    ("postgresql:///zoo", "dbname=zoo"),
    ("postgres://host", "host=host"),
    ("PostgreSQL://host/zoo", "host=host dbname=zoo"),
    ("postgresql://ann@host:5433/zoo", "user=ann host=host port=5433 dbname=zoo"),
    ("postgresql://host/zoo?schema=lab", "host=host dbname=zoo in lab"),
    ("postgresql://host?schema=My%20Lab&sslmode=require", "host=host sslmode=require in My Lab"),
    ("postgresql://host/zoo?ssl=true", "host=host dbname=zoo sslmode=require"),
    ("postgresql://a:1,b,c:3/zoo", "host=a,b,c port=1,,3 dbname=zoo"),
    ("postgresql://[::1]:5433/zoo", "host=::1 port=5433 dbname=zoo"),
    ("postgresql://[::1]", "host=::1"),
    ("postgresql://%2Frun%2Fpostgresql/zoo", "host=/run/postgresql dbname=zoo"),
    ("postgresql://a%40b@h/z%C3%A9?user=c", "user=a@b host=h dbname=zé user=c"),
    ("postgresql:///zoo?host=/tmp&options=-c%20x%3D1", "dbname=zoo host=/tmp options=-c x=1"),
  ]) func uris(_ text: String, _ settings: String) throws {
    #expect(try summary(text) == settings)
  }

  @Test(arguments: [
    ("service=zoo", "service=zoo"),
    ("host=/tmp dbname=zoo", "host=/tmp dbname=zoo"),
    (" host = h\tdbname='my zoo' schema=lab ", "host=h dbname=my zoo in lab"),
    (#"dbname='it\'s' user=a\ b"#, "dbname=it's user=a b"),
    ("dbname= host=h", "dbname=host=h"),
    ("dbname='' host=h", "dbname= host=h"),
  ]) func lists(_ text: String, _ settings: String) throws {
    #expect(try summary(text) == settings)
  }

  @Test(arguments: [
    "zoo.db", "", "a=b.db", "./host=zoo.db", "postgresql:zoo", "host", "hosts=a", "=",
    "mysql://a/b",
    "file:zoo.db?mode=ro",
  ]) func filesAreNoAddresses(_ text: String) {
    #expect(!DatabaseAddress.isAddress(text))
  }

  @Test(arguments: [
    (
      "postgresql://host/zoo?schem=lab", "'schem' is not a setting of a connection",
      "did you mean 'schema'?"
    ),
    ("dbname=zoo hots=a", "'hots' is not a setting of a connection", "did you mean 'host'?"),
    (
      "postgresql://host/zoo?schema=",
      "the schema of an address is empty; name it, or leave it out", nil
    ),
    (
      "postgresql://host/zoo?schema", "expected '=' and a value after a setting of the address",
      "as in '?schema=lab&sslmode=require'"
    ),
    (
      "postgresql://host/50%", "expected two hexadecimal digits after '%' in the address",
      "a percent sign itself is written '%25'"
    ),
    (
      "postgresql://host/%00", "expected two hexadecimal digits after '%' in the address",
      "a percent sign itself is written '%25'"
    ),
    ("postgresql://host/%ff", "the address is not UTF-8 after percent-decoding", nil),
    (
      "postgresql://[::1/zoo", "expected an address of IPv6 and ']' after '[', as in '[::1]:5432'",
      nil
    ),
    (
      "postgresql://ann@lab@host/zoo", "an address has one '@', before its host",
      "elsewhere it is written '%40'"
    ),
    (
      "postgresql://host:x/zoo", "expected a number as the port of the address, after the ':'", nil
    ),
    (
      "host=h zoo", "expected a setting and '=' in the address",
      "as in 'host=db.example.org dbname=zoo'"
    ),
    (
      "postgresql://host/zoo?schema=a&schema=a",
      "an address names one schema, and this one names several", nil
    ),
    ("dbname='zoo", "a quote opens in the address and is not closed", nil),
  ]) func mistakes(_ text: String, _ message: String, _ hint: String?) {
    let error = #expect(throws: Diagnostic.self) { try DatabaseAddress.parse(text) }
    #expect(error?.message == message)
    #expect(error?.hint?.text == hint)
  }

  /// Everybody sees the words of a command; and an error must not show them again.
  @Test(arguments: [
    "postgresql://ann:s3cret@host/zoo", "postgresql://ann:s3c@ret@host/zoo",
    "postgres://:s3cret@host",
    "postgresql://host/zoo?password=s3cret", "postgresql://host/zoo?sslpassword=s3cret",
    "host=h password=s3cret", "password='s3cret", "host=h password=my s3cret",
    "postgresql://ann:s3cret%@host/zoo", "postgresql://ann:s3/cret@host/zoo",
    "postgresql//ann:s3cret@host/zoo", "postgresql:/ann:s3cret@host/zoo",
    "mysql://ann:s3cret@host/zoo", "dbname='postgresql://ann:s3cret@host/zoo'",
  ]) func passwordsAreRefused(_ text: String) {
    let error = #expect(throws: Diagnostic.self) { try DatabaseAddress.parse(text) }
    #expect(DatabaseAddress.isAddress(text))
    let shown = "\(error?.message ?? "")\(error?.hint?.text ?? "")\(error?.rendered() ?? "")"
    #expect(!shown.isEmpty && !shown.contains("s3c") && !shown.contains("cret"), "\(shown)")
    for line in [".open \(text)", "\\c \(text)", ".open '\(text)'"] {
      #expect(DatabaseAddress.mayHavePassword(line), "\(line)")
    }
  }

  @Test(
    "lines of a session that are not kept",
    arguments: [
      ("copy zoo.db 'host=h password = s3cret'", true), ("copy a.db postgres://a:b@h/z", true),
      ("!PGPASSWORD=s3cret psql", true), (".open service=zoo", false), (".open a:b.db", false),
      (".open postgresql://ann@h:5432/zoo?schema=a", false), ("password == 'x'", false),
      ("password = 'x' and score > 1", false), ("email = 'ann@host' and t > 10:30", false),
      ("user=ann password=x", true),
    ]) func linesWithPasswords(_ line: String, _ isSecret: Bool)
  {
    #expect(DatabaseAddress.mayHavePassword(line) == isSecret)
  }
}
