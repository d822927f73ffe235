// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Library",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .systemLibrary(name: "RawSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(
      name: "library",
      dependencies: [.product(name: "FlagDB", package: "flagdb"), "RawSQLite"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
