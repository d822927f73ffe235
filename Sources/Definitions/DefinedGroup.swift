import FlagModel

/// A set of constants with a name, from the source of any language.
struct DefinedGroup {
  private(set) var name: Name
  /// Additional names from a `typedef`.
  var otherNames: [Name] = []
  let summary: String?
  let rawType: IntegerType?
  /// True if the names of members may begin with the name of the group.
  let repeatsName: Bool
  /// True if the source declares them as flags; otherwise, their values decide.
  let areFlags: Bool
  let place: TokenPlace?
  /// True if it is listed. Groups of included sources can only be read by name.
  var isListed = true
  /// True if only a common prefix holds the constants together.
  var isFamily = false
  var fields: [DefinedField] = []
  let members: () -> [DefinedMember]

  func named(_ name: Name) -> DefinedGroup {
    var group = self
    group.name = name
    return group
  }
}

extension Declarations {
  /// The named sets, and the families of the other constants.
  func groups(isOwn: (TokenPlace) -> Bool) -> [DefinedGroup] {
    var groups = sets.filter(\.isNamed).map { group(of: $0, isListed: isOwn($0.place)) }
    var scopes: [Name: [Constant]] = [:]
    var order: [Name] = []
    for constant in loose where isOwn(constant.place) {
      let scope = Name(path: constant.scope)
      if scopes[scope] == nil { order.append(scope) }
      scopes[scope, default: []].append(constant)
    }
    for scope in order {
      let owner: Name? = if scope.isEmpty { nil } else { scope }
      groups += families(of: scopes[scope] ?? [], in: owner)
    }
    return groups
  }

  /// The constants outside of named sets. If all constants are requested, it includes those of sets
  /// that are no scope.
  private var loose: [Constant] {
    constants.filter { $0.set == nil } + sets.filter { !$0.isNamed }.flatMap(\.members)
  }

  private func group(of set: DeclaredSet, isListed: Bool) -> DefinedGroup {
    DefinedGroup(
      name: set.name, otherNames: otherNames(of: set), summary: set.comment?.text,
      rawType: set.rawType, repeatsName: set.repeatsName, areFlags: set.isDeclaredAsFlags,
      place: set.place, isListed: isListed
    ) { self.defined(set.members) }
  }

  private func families(of constants: [Constant], in scope: Name?) -> [DefinedGroup] {
    var evaluated: [Constant] = []
    var named: [FamilyFinder.Named] = []
    for constant in constants {
      guard let value = try? value(of: constant) else { continue }
      evaluated.append(constant)
      named.append(
        FamilyFinder.Named(name: constant.name, value: value, hasNumber: constant.hasNumber))
    }
    let families = FamilyFinder.families(of: named, in: scope)
    let unknown = unknown(among: constants, of: families.map(\.prefix))
    return families.map { family in
      group(
        of: family.members.map { evaluated[$0] } + (unknown[family.prefix] ?? []),
        beginning: family.prefix, in: scope)
    }
  }

  /// The constants with unknown values, by the longest matching prefix of a family.
  private func unknown(among constants: [Constant], of prefixes: [Name]) -> [Name: [Constant]] {
    let lengths = Set(prefixes.map(\.utf8.count)).sorted(by: >)
    let prefixes = Set(prefixes)
    var unknown: [Name: [Constant]] = [:]
    for constant in constants {
      guard case .unknowable = constant.state else { continue }
      let starts = lengths.lazy.map { Name(constant.name.utf8.prefix($0)) }
      if let prefix = starts.first(where: prefixes.contains), !prefix.isEmpty {
        unknown[prefix, default: []].append(constant)
      }
    }
    return unknown
  }

  private func group(
    of constants: [Constant], beginning prefix: Name, in scope: Name?
  ) -> DefinedGroup {
    let bare = Name(prefix.utf8.reversed().drop { $0 == UInt8(ascii: "_") }.reversed())
    let types = Set(constants.map(\.type))
    let rawType: IntegerType? = if types.count == 1 { types.first ?? nil } else { nil }
    var group = DefinedGroup(
      name: Name(path: [scope, bare].compactMap(\.self).filter { !$0.isEmpty }), summary: nil,
      rawType: rawType, repeatsName: true, areFlags: true,
      place: constants.first?.place
    ) { self.defined(constants) }
    group.isFamily = true
    return group
  }

  /// The constants whose names have a prefix: the family with exactly this prefix, or all of them.
  func group(beginning typed: Name) -> DefinedGroup? {
    let parts = typed.parts
    guard let prefix = parts.last, !prefix.isEmpty else { return nil }
    let scope = parts.dropLast()
    var all = constants
    if language.spillsMembers {
      all.removeAll { $0.set != nil }
      all += sets.flatMap(\.members)
    }
    let matches = all.filter { constant in
      constant.name.utf8.starts(with: prefix.utf8)
        && constant.scope.suffix(scope.count).elementsEqual(scope)
    }
    guard !matches.isEmpty else { return nil }
    let name = Name(path: parts)
    let family = families(of: matches, in: nil).first {
      DefinedGroup.isName($0.name, typed: prefix)
    }
    guard let family else { return group(of: matches, beginning: name, in: nil) }
    return family
  }

  /// The constants of a module or class with a name, however few they are. Nil if several have it.
  func group(ofScope typed: Name) -> DefinedGroup? {
    let path = typed.parts
    let matches = constants.filter {
      $0.set == nil && $0.scope.count >= path.count
        && $0.scope.suffix(path.count).elementsEqual(path)
    }
    guard let first = matches.first, matches.allSatisfy({ $0.scope == first.scope }) else {
      return nil
    }
    return group(of: matches, beginning: "", in: Name(path: first.scope))
  }

  /// The constants of the source itself whose first words are a name, however few they are.
  func smallFamily(named name: Name, isOwn: (TokenPlace) -> Bool) -> DefinedGroup? {
    guard let prefix = name.parts.last, let all = group(beginning: name) else { return nil }
    let members = all.members().filter { member in
      // 'F' is also the beginning of 'FAST'.
      let underscores = member.name.utf8.dropFirst(prefix.utf8.count).prefix {
        $0 == UInt8(ascii: "_")
      }
      return isOwn(member.place)
        && NameWords.starts(in: member.name).contains(prefix.utf8.count + underscores.count)
    }
    guard let first = members.first else { return nil }
    var family = DefinedGroup(
      name: name, summary: nil, rawType: all.rawType, repeatsName: true, areFlags: true,
      place: first.place
    ) { members }
    family.isFamily = true
    return family
  }

  private func defined(_ constants: [Constant]) -> [DefinedMember] {
    constants.map { constant in
      let result: Result<Number, Unknowable>
      do throws(Unknowable) {
        result = .success(try value(of: constant))
      } catch {
        result = .failure(error)
      }
      return DefinedMember(
        name: constant.name, value: result, place: constant.place, comment: constant.comment,
        expression: constant.expression)
    }
  }
}

extension DefinedGroup {
  /// True if a typed name is the name of a group, ignoring underscores at its end.
  static func isName(_ name: Name, typed: Name) -> Bool {
    let bare = { (name: Name) in name.utf8.reversed().drop { $0 == UInt8(ascii: "_") } }
    return bare(name).elementsEqual(bare(typed))
  }
}
