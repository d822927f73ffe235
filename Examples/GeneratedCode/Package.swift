// swift-tools-version: 6.2
import PackageDescription

let generated = Target.PluginUsage.plugin(name: "GenerateCode", package: "flagdb")

let package = Package(
  name: "GeneratedCode",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    // The types alone.
    .executableTarget(name: "Zoo", exclude: ["Zoo.flagmodel"], plugins: [generated]),
    // With the library, whose entities the structs are then.
    .executableTarget(
      name: "Server", dependencies: [.product(name: "FlagDB", package: "flagdb")],
      exclude: ["Ward.flagmodel"], plugins: [generated]),
  ]
)
