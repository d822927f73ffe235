/// The library's macros, as a program that the compiler starts.
/// See Documentation/Decisions/macros-are-not-optimised.md.
@main
enum Main {
  static func main() throws { try answer(CompilerConnection()) }

  private static func answer(_ connection: CompilerConnection) throws {
    var plugin = MacroPlugin()
    while let question = try connection.receive() {
      try connection.send(plugin.answer(to: question))
    }
  }
}
