import FlagModel

extension CodeLanguage {
  static let swift = CodeLanguage(
    fileExtension: "swift", indentation: "  ", comments: .slashes, lineComment: ("//", ""),
    remarks: ["swift-format-ignore-file", "swiftlint:disable all"],
    keywords: Set(
      words(
        """
        Any Protocol Self Type _ as associatedtype break case catch class continue default defer
        deinit do else enum extension fallthrough false fileprivate for func guard if import in init
        inout internal is let nil operator precedencegroup private protocol public repeat rethrows
        return self static struct subscript super switch throw throws true try typealias var where
        while
        """)), quoting: .backquotes(besides: ["Protocol", "Type", "_", "self"]),
    types: Set(
      words(
        """
        Any Array Bool CaseIterable Codable CodingKey Data Date Decimal Dictionary Double Entity
        Float Foundation Hashable Identifiable Int Int16 Int32 Int64 Int8 OptionSet Optional
        RawRepresentable Self Sendable Set String Swift Type UInt UInt16 UInt32 UInt64 UInt8 URL UUID
        """)),
    literal: SwiftText.string)

  static let kotlin = CodeLanguage(
    fileExtension: "kt", indentation: "    ", comments: .stars, lineComment: ("//", ""),
    keywords: Set(
      words(
        """
        _ __ ___ abstract actual annotation as break class companion const continue crossinline data
        do else enum expect external false final for fun if in infix inline inner interface internal is
        lateinit noinline null object open operator out override package private protected public
        reified return sealed super suspend tailrec this throw true try typealias typeof val value var
        vararg when while
        """)), quoting: .backquotes(besides: ["_", "__", "___"]),
    types: Set(
      words(
        """
        Any BigDecimal Boolean ByteArray Double Float Instant Int JvmInline List Long Map Set String
        UInt ULong URI UUID java kotlin
        """)),
    literal: { text in
      quoted(text, escaping: "\"\\$") { scalar in
        String(scalar).utf16.map { "\\u\(hex($0, 4))" }.joined()
      }
    })

  static let rust = CodeLanguage(
    fileExtension: "rs", indentation: "    ", comments: .slashes, lineComment: ("//", ""),
    keywords: Set(
      words(
        """
        Self _ abstract as async await become box break const continue crate do dyn else enum extern
        false final fn for gen if impl in let loop macro match mod move mut override priv pub ref
        return self static struct super trait true try type typeof unsafe unsized use virtual where
        while yield
        """)), quoting: .raw(besides: ["Self", "_", "crate", "self", "super"]),
    types: Set(
      words(
        """
        BTreeMap BTreeSet Box Option Some None String SystemTime Vec bitflags bool f32 f64 i8 i16 i32
        i64 std str u8 u16 u32 u64
        """)),
    literal: { quoted($0) { "\\u{\(hex($0.value, 1))}" } })

  static let typeScript = typeScript(fileExtension: "ts")

  /// The same without types.
  static let javaScript = typeScript(fileExtension: "js")

  private static func typeScript(fileExtension: String) -> CodeLanguage {
    CodeLanguage(
      fileExtension: fileExtension, indentation: "  ", comments: .stars, lineComment: ("//", ""),
      keywords: Set(
        words(
          """
          abstract any arguments as async await boolean break case catch class const constructor
          continue debugger declare default delete do else enum eval export extends false finally for
          function if implements import in instanceof interface let module namespace new null number
          object package private protected public return static string super switch symbol this throw
          true try type typeof undefined unknown var void while with yield bigint never
          """)), quoting: .underscore,
      types: Set(words("Array BigInt Date Map Number Object Record Set String Uint8Array")),
      literal: { quoted($0) { "\\u{\(hex($0.value, 1))}" } })
  }

  static let python = CodeLanguage(
    fileExtension: "py", indentation: "    ", blocks: .colon, comments: .docstrings,
    lineComment: ("#", ""),
    keywords: Set(
      words(
        """
        False None True and as assert async await break class continue def del elif else except
        finally for from global if import in is lambda nonlocal not or pass raise return try while
        with yield
        """)), quoting: .underscore,
    types: Set(
      words(
        """
        ValueError annotations bool bytes classmethod dataclass datetime decimal dict enum float int
        list object property set str uuid
        """)),
    literal: { quoted($0) { "\\U\(hex($0.value, 8))" } })

  static let c = CodeLanguage(
    fileExtension: "h", indentation: "  ", comments: .stars, lineComment: ("/*", " */"),
    keywords: Set(
      words(
        """
        _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert
        _Thread_local alignas alignof and and_eq asm auto bitand bitor bool break case catch char
        class compl concept const const_cast consteval constexpr constinit continue decltype default
        delete do double dynamic_cast else enum explicit export extern false float for friend goto if
        inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
        protected public register reinterpret_cast requires restrict return short signed sizeof static
        static_assert static_cast struct switch template this thread_local throw true try typedef
        typeid typename typeof union unsigned using virtual void volatile while xor xor_eq linux unix
        """)), quoting: .underscore,
    types: Set(
      words(
        """
        INT64_C INT8_MIN UINT64_C errno int8_t int16_t int32_t int64_t main size_t uint8_t uint16_t
        uint32_t uint64_t
        """)),
    literal: cLiteral)

  static let sql = CodeLanguage(
    fileExtension: "sql", indentation: "  ", comments: .hyphens, lineComment: ("--", ""),
    keywords: [], quoting: .underscore, types: [], literal: { quoted($0) { String($0) } })

  /// Other bytes than letters are written with three octal digits, because a shorter escape could
  /// include the next digit.
  private static func cLiteral(_ text: String) -> String {
    let bytes = text.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
        "\\\(Unicode.Scalar(byte))"
      case 0x20..<0x7F: String(Unicode.Scalar(byte))
      case ..<8: "\\00" + String(byte, radix: 8)
      case ..<64: "\\0" + String(byte, radix: 8)
      default: "\\" + String(byte, radix: 8)
      }
    }
    return "\"\(bytes.joined())\""
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map { String($0) }
  }
}
