// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StoredStructs",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .executableTarget(
      name: "Zoo", dependencies: [.product(name: "FlagDB", package: "flagdb")])
  ]
)
