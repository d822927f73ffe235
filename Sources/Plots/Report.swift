/// A page of plots: a heading, and a section for each counted item.
///
/// This module draws pictures of counts, as text and as SVG. It knows no database and no model.
package struct Report: Hashable, Sendable {
  package struct Section: Hashable, Sendable {
    package let heading: String
    /// The text next to the heading.
    package let about: String
    /// Short statements: `min 47.5`.
    package let facts: [Fact]
    package let figures: [Figure]

    package init(_ heading: String, about: String, facts: [Fact] = [], figures: [Figure] = []) {
      self.heading = heading
      self.about = about
      self.facts = facts
      self.figures = figures
    }
  }

  package struct Fact: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package enum Figure: Hashable, Sendable {
    case bars(BarChart)
    case upSet(UpSetPlot)
    case heatMap(HeatMap)
    case series(ShareSeries)
    /// Sentences. The first one introduces the others.
    case notes([String])
  }

  package let heading: String
  package let about: String
  package let sections: [Section]

  package init(_ heading: String, about: String, sections: [Section]) {
    self.heading = heading
    self.about = about
    self.sections = sections
  }
}
