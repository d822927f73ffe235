import FlagModel

/// The bins of a histogram, with round edges that suit the type: tens of a number, months of a
/// date.
struct Bins: Hashable {
  /// The edges between the bins, as stored values.
  let edges: [Value]
  /// The labels beside the bars; one more than the edges.
  let labels: [Label]
  /// A description of the width of one bin.
  let step: String?

  struct Label: Hashable {
    let text: String
    let lower: String
    let upper: String
  }

  /// The maximum number of bars.
  static let most = 16

  /// Bins from one stored value to another; nil if the type cannot read these.
  init?(from minimum: Value, to maximum: Value, of type: AttributeType) {
    switch (type, minimum, maximum) {
    case (.integer, .integer(let low), .integer(let high)) where low <= high:
      self.init(whole: low, high) { String($0) }
    case (.decimal(let places), .integer(let low), .integer(let high)) where low <= high:
      self.init(whole: low, high) { FixedPoint.text(of: $0, places: places) }
    case (.double, .real(let low), .real(let high)), (.float, .real(let low), .real(let high)):
      guard low <= high, low.isFinite, high.isFinite else { return nil }
      self.init(real: low, high)
    case (.date, .text(let low), .text(let high)):
      guard let low = try? Timestamp(low), let high = try? Timestamp(high), low <= high else {
        return nil
      }
      self.init(dates: low, high)
    default: return nil
    }
  }

  init(edges: [Value], labels: [Label], step: String?) {
    self.edges = edges
    self.labels = labels
    self.step = step
  }

  /// Bins between the texts of their ends, labelled like Swift ranges. If the upper end of the last
  /// bin is the greatest value, the bin includes it, because it would otherwise need a bin alone.
  init(edges: [Value], ends: [String], step: String, maximum: Value, includesUpper: Bool = false) {
    let isClosed = edges.count > 1 && edges.last == maximum
    var edges = edges
    var ends = ends
    if isClosed {
      edges.removeLast()
      ends.removeLast()
    }
    let includesUpper = includesUpper || isClosed
    let labels = zip(ends, ends.dropFirst()).enumerated().map { index, ends in
      let isClosed = includesUpper && index == edges.count
      let range = isClosed ? "..." : "..<"
      return Label(text: "\(ends.0)\(range)\(ends.1)", lower: ends.0, upper: ends.1)
    }
    self.init(edges: edges, labels: labels, step: "by \(step)")
  }
}
