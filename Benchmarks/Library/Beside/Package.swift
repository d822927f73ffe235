// swift-tools-version: 6.2
import PackageDescription

/// A copy of GRDB, which is only measured. Its folder must be called `GRDB.swift`.
let copy = Context.environment["GRDB_PATH"]
let grdb: Package.Dependency =
  if let copy {
    .package(path: copy)
  } else {
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.8.0")
  }

func program(_ name: String, _ libraries: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: libraries)
}

let package = Package(
  name: "Beside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "flagdb", path: "../../.."), grdb],
  targets: [
    .target(name: "Contest"),
    program("BesideFlagDB", "Contest", .product(name: "FlagDB", package: "flagdb")),
    program("BesideGRDB", "Contest", .product(name: "GRDB", package: "GRDB.swift")),
    // The least app, for the time of a build and the size of a program.
    program("AppFlagDB", .product(name: "FlagDB", package: "flagdb")),
    program("AppGRDB", .product(name: "GRDB", package: "GRDB.swift")),
  ]
)
