import Foundation
import PackagePlugin

/// `swift package flagdb-generate MODEL… --style STYLE --out FILE`: writes code of a model into the
/// package, for languages that no build makes code of.
@main
struct GenerateCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "FlagGenerator").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { Diagnostics.error("no code was generated") }
  }
}
