// swift-tools-version: 6.2
import PackageDescription

let generated = Target.PluginUsage.plugin(name: "GenerateCode", package: "flagdb")

let package = Package(
  name: "GeneratedCode",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .executableTarget(name: "Zoo", exclude: ["Zoo.flagmodel"], plugins: [generated])
  ]
)
