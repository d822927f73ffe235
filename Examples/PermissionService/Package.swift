// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "PermissionService",
  dependencies: [.package(name: "flagdb", path: "../..")],
  targets: [
    .target(name: "Permissions", dependencies: [.product(name: "FlagDB", package: "flagdb")]),
    .executableTarget(name: "Server", dependencies: ["Permissions"]),
    .testTarget(name: "PermissionsTests", dependencies: ["Permissions"]),
  ]
)
