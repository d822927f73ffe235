import Foundation
import PackagePlugin

/// Makes Swift of the models of a target before each build: of its `.flagmodel` files the types and
/// structs, for the library FlagDB if the target depends on it, and of each `.xcdatamodeld` the classes
/// of Core Data.
@main
struct GenerateCode: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let models = Models(in: target.directoryURL)
    let tool = try context.tool(named: "FlagGenerator").url
    let folder = context.pluginWorkDirectoryURL
    let style = target.dependencies.contains(where: \.isLibrary) ? "swift" : "codable"
    var commands: [Command] = []
    if !models.files.isEmpty {
      let output = folder.appending(path: "\(target.name)+Model.swift")
      commands.append(
        .buildCommand(
          displayName: "Generating \(output.lastPathComponent)", executable: tool,
          arguments: models.files.map(\.path) + ["--style", style, "--out", output.path],
          inputFiles: models.files, outputFiles: [output]))
    }
    for package in models.packages {
      let name = package.deletingPathExtension().lastPathComponent
      let output = folder.appending(path: "\(name)+CoreData.swift")
      let types = models.files.flatMap { ["--using", $0.path] }
      commands.append(
        .buildCommand(
          displayName: "Generating \(output.lastPathComponent)", executable: tool,
          arguments: [package.path] + types + ["--style", "coredata", "--out", output.path],
          inputFiles: models.files + Models.contents(of: package), outputFiles: [output]))
    }
    return commands
  }
}

extension TargetDependency {
  fileprivate var isLibrary: Bool {
    if case .product(let product) = self { product.name == "FlagDB" } else { false }
  }
}

/// The models in the folder of a target, in the order of their paths.
private struct Models {
  private(set) var files: [URL] = []
  private(set) var packages: [URL] = []

  init(in folder: URL) {
    for url in Models.contents(of: folder, descends: { $0.pathExtension != "xcdatamodeld" }) {
      switch url.pathExtension {
      case "flagmodel": files.append(url)
      case "xcdatamodeld": packages.append(url)
      default: break
      }
    }
  }

  /// The files in a folder and in those below it.
  static func contents(of folder: URL, descends: (URL) -> Bool = { _ in true }) -> [URL] {
    let found =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey])) ?? []
    return found.sorted { $0.path < $1.path }.flatMap { url -> [URL] in
      let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
      return isFolder && descends(url) ? contents(of: url, descends: descends) : [url]
    }
  }
}
