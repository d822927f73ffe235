import Foundation

// `BIOMarker`, `Status` and `Sample` are made of Zoo.flagmodel by the build.
let sample = Sample(code: "S-1", markers: .vitals)
let json = JSONEncoder()
json.outputFormatting = .sortedKeys
print(String(decoding: try json.encode(sample), as: UTF8.self))
print(sample.markers.contains(.HRM), Status(rawValue: 99) ?? .fallback)
