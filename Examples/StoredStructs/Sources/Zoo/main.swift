import FlagDB
import Foundation

// Zoo.swift is also a model: `flagdb new zoo.db Zoo.swift` makes the same database.
let database = try Database(at: CommandLine.arguments[1], for: Sample.self)
try database.write { change in
  var sample = Sample(code: "S-1", readings: [Reading(value: 61), Reading(value: 140)])
  sample.markers.hasHRM = true
  try change.insert(sample)
  try change.insert(Sample(code: "S-2", status: .measured))
}
let samples = try database.read { snapshot in
  try snapshot.fetch(
    where: #Predicate<Sample> { $0.markers.hasHRM && ($0.readings.value.max() ?? 0) > 100 },
    with: [.all(\.readings)])
}
for sample in samples {
  print(sample.code, sample.markers, sample.readings.value)
}
