@Model final class Sample {
  var code: String
  @Relationship(inverse: \Reading.sample) var readings: [Reading] = []
}

@Model final class Reading {
  var sample: Sample?
  var value: Double
}
