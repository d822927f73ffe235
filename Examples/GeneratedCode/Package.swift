// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GeneratedCode",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .executableTarget(
      name: "Zoo", exclude: ["Zoo.flagmodel"],
      plugins: [.plugin(name: "GenerateCode", package: "flagdb")])
  ]
)
