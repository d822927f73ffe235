// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StoredStructs",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .executableTarget(
      name: "Zoo", dependencies: [.product(name: "FlagDB", package: "flagdb")]),
    // The names of flags, without a database.
    .executableTarget(
      name: "Names", dependencies: [.product(name: "FlagNames", package: "flagdb")]),
  ]
)
