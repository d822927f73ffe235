import CFaultVFS
import Foundation

/// Says what is wrong after a run that met a fault, a signal or the end of its power.
struct Oracle {
  let trial: Trial

  private var operation: Operation { trial.operation }
  private var states: [Snapshot] { trial.states }
  private var last: Int { states.count - 1 }

  // MARK: Runs that ended by themselves

  /// The faults after a run; none if its status, its words and its files agree.
  func differences(after ending: Ending) throws -> [String] {
    if ending.status == -SIGKILL { return try differences(acknowledged: stage(of: ending.output)) }
    if ending.isCrash { return ["it crashed: \(Words(ending.errors).first)"] }
    let found = try trial.place.snapshot(operation)
    var differences = leftovers(in: found, after: ending)
    guard let state = state(of: found, after: ending) else { return differences + [mixture(found)] }
    if ending.status == operation.status {
      if !isSame(found, states[last]) {
        differences.append("it says done, and the state is \(name(of: state))")
      }
      if ending.output != trial.clean.output
        || operation.reports.contains(where: { found[$0] != states[last][$0] })
      {
        differences.append("it says done, with another answer")
      }
      return differences
    }
    differences += contradictions(of: ending, state: state)
    if differences.isEmpty, state == 0 { differences += try retrial() }
    return differences
  }

  /// The state that is there. A copy is besides it where it could not be removed, or where a run
  /// says that it does not know whether it will be needed.
  private func state(of found: Snapshot, after ending: Ending) -> Int? {
    if let state = states.firstIndex(where: { isSame(found, $0) }) { return state }
    let mayHaveMore =
      ending.hitCalls & UInt32(FAULT_SYSTEM_UNLINK) != 0 || Words(ending.errors).sayUnknown
    return states.firstIndex { state in
      mayHaveMore
        && isSame(
          found.filter { name, digest in
            state[name] != nil || !states.contains { $0[name] == digest }
          }, state)
    }
  }

  /// The places where words and status do not fit the state.
  private func contradictions(of ending: Ending, state: Int) -> [String] {
    let words = Words(ending.errors)
    var differences: [String] = []
    if ![1, 129, 130, 143].contains(ending.status) {
      differences.append("the status is \(ending.status)")
    }
    // A signal that comes while nothing is at work ends the program at once.
    if ending.status == 1, words.isEmpty { differences.append("it fails without a word") }
    let said = stage(of: ending.output)
    if state < said {
      differences.append("the answer says state \(said), and the state is \(name(of: state))")
    }
    // In a session the words are about its last command.
    if operation.answer == .stage { return differences }
    if words.sayUnchanged, state != 0 {
      differences.append("it says that nothing was changed, and the state is \(name(of: state))")
    } else if words.sayKept, state != last {
      differences.append("it says that all is kept, and the state is \(name(of: state))")
    } else if state != 0, !operation.isGradual, !words.sayKept, !words.sayUnknown {
      let status = ending.status == 1 ? "1" : "that of a signal"
      differences.append("the status is \(status), and the state is \(name(of: state))")
    }
    return differences
  }

  /// A run that failed once can be done afterwards.
  private func retrial() throws -> [String] {
    let ending = try trial.runAgain()
    guard ending.status == operation.status else {
      let words = ending.errors.prefix { $0 != "\n" }
      return ["it cannot be done again: \(words)"]
    }
    let found = try trial.place.snapshot(operation)
    return isSame(found, states[last]) ? [] : ["done again, it leaves another state"]
  }

  // MARK: Runs that were cut short

  /// The faults after a run that could not end, of which a state was acknowledged.
  func differences(acknowledged: Int) throws -> [String] {
    let found = try trial.place.snapshot(operation)
    var differences: [String] = []
    if let name = unknown(in: found).first(where: { !isExcusedByDeath($0) }) {
      differences.append("'\(shape(of: name))' is left")
    }
    guard let state = states.lastIndex(where: { isReached($0, in: found) }) else {
      return differences + [mixture(found)]
    }
    if state < acknowledged {
      differences.append(
        "\(name(of: acknowledged)) was acknowledged, and the state is \(name(of: state))")
    }
    return differences
  }

  /// True if all of a state is there. Of a later one there may be whole files already.
  private func isReached(_ state: Snapshot, in found: Snapshot) -> Bool {
    found[operation.database] == state[operation.database]
      && state.allSatisfy { name, digest in
        found[name] == digest || operation.reports.contains(name)
          || operation.isPiecewise && states.contains { $0[name] == found[name] }
      }
      && found.allSatisfy { name, digest in
        isExcusedByDeath(name) || states.contains { $0[name] == digest }
      }
  }

  /// Who is killed can leave what stands in nobody's way.
  private func isExcusedByDeath(_ name: String) -> Bool {
    Operation.isDraft(name) || Operation.isCompanion(name)
  }

  /// The state that output has acknowledged.
  func stage(of output: [UInt8]) -> Int {
    switch operation.answer {
    case .nothing, .atEnd: 0
    case .done: output.isEmpty ? 0 : last
    case .words(let words): String(decoding: output, as: UTF8.self).contains(words) ? last : 0
    case .stage: min(last, output.count { $0 == UInt8(ascii: "\n") })
    }
  }

  // MARK: Files

  /// True if the folder means what a state means, but for reports and what is excused elsewhere.
  private func isSame(_ found: Snapshot, _ state: Snapshot) -> Bool {
    state.allSatisfy { name, digest in
      found[name] == digest || operation.reports.contains(name)
    }
      && found.keys.allSatisfy { name in
        state[name] != nil || operation.reports.contains(name)
          || states.allSatisfy { $0[name] == nil }
      }
  }

  private func unknown(in found: Snapshot) -> [String] {
    found.keys.filter { name in states.allSatisfy { $0[name] == nil } }.sorted()
  }

  /// Files that belong to no state. What could not be removed, since just that failed, is excused.
  private func leftovers(in found: Snapshot, after ending: Ending) -> [String] {
    let removals = UInt32(FAULT_DELETE | FAULT_SYSTEM_UNLINK)
    // A disk that has failed for long is not asked to remove anything.
    let couldNot = ending.hitCalls & removals != 0 || ending.hits > 1
    return unknown(in: found).filter { !(couldNot && isExcusedByDeath($0)) }.map {
      "'\(shape(of: $0))' is left"
    }
  }

  /// A name without the numbers in it.
  private func shape(of name: String) -> String {
    name.replacing(/\.(flagdb-)?[0-9a-z]+~$/, with: ".N~")
      .replacing(/\.new-[0-9a-f]+/, with: ".new-N").replacing(/[0-9]+/, with: "N")
  }

  private func mixture(_ found: Snapshot) -> String {
    for (name, digest) in found.sorted(by: { $0.key < $1.key }) {
      if case .database(.damaged(let complaint)) = digest {
        return "'\(shape(of: name))' is damaged: \(complaint)"
      }
    }
    for (name, digest) in found.sorted(by: { $0.key < $1.key }) {
      let known = states.compactMap { $0[name] }
      if !known.isEmpty, !known.contains(digest) {
        return "'\(shape(of: name))' is neither old nor new"
      }
    }
    let missing = states[0].keys.first { found[$0] == nil }
    if let missing { return "'\(missing)' is gone" }
    return "some files are old and others new"
  }

  private func name(of state: Int) -> String {
    state == 0 ? "the old one" : state == last ? "the new one" : "between"
  }
}

/// The words of a run about its outcome, on standard error.
private struct Words {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  var isEmpty: Bool { text.isEmpty }
  var first: Substring { text.prefix { !$0.isNewline } }
  var sayUnchanged: Bool { text.contains("nothing was changed") }
  var sayKept: Bool { text.contains("the change is saved") }
  var sayUnknown: Bool { text.contains("is not known") }
}
