/// Pictures of counts, in text and as SVG, made of plain values. This module knows nothing of
/// databases and models; it imports `PlainText` alone.

/// A page of pictures: a heading, and a section for each thing that was counted.
public struct Report: Hashable, Sendable {
  public struct Section: Hashable, Sendable {
    public let heading: String
    /// What stands beside the heading.
    public let about: String
    /// Short statements: `min 47.5`.
    public let facts: [Fact]
    public let figures: [Figure]

    public init(_ heading: String, about: String, facts: [Fact] = [], figures: [Figure] = []) {
      self.heading = heading
      self.about = about
      self.facts = facts
      self.figures = figures
    }
  }

  public struct Fact: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public enum Figure: Hashable, Sendable {
    case bars(BarChart)
    case upSet(UpSetPlot)
    case heatMap(HeatMap)
    /// Sentences, the first of which introduces the others.
    case notes([String])
  }

  public let heading: String
  public let about: String
  public let sections: [Section]

  public init(_ heading: String, about: String, sections: [Section]) {
    self.heading = heading
    self.about = about
    self.sections = sections
  }
}
