import FlagModel

/// A named mask with the place of its declaration.
struct FlagMember {
  let name: NameSyntax
  let mask: UInt64
  let doc: String?
  let branch: Branch

  init(_ property: PropertyDeclaration, _ mask: UInt64) {
    name = property.name
    doc = property.doc
    branch = property.branch
    self.mask = mask
  }

  init(_ enumCase: CaseDeclaration, _ mask: UInt64) {
    name = enumCase.name
    doc = enumCase.doc
    branch = enumCase.branch
    self.mask = mask
  }
}

/// Checks that the names of a flag set's members are unique.
extension Checker {
  /// The members; equal declarations in branches of one `#if` are merged. Nil if a name has two
  /// meanings.
  func merge(_ members: [FlagMember], of scope: Scope) -> [Flag]? {
    var merged: [Flag] = []
    var seen: [Name: FlagMember] = [:]
    var isGood = true
    for member in members {
      guard let first = seen[member.name.value.lowercased] else {
        seen[member.name.value.lowercased] = member
        if !isStored, !FlagSet.canBeListed(member.name.value) {
          isGood = false
          diagnostics.append(unlisted(member))
        }
        merged.append(Flag(name: member.name.value, mask: member.mask, summary: member.doc))
        continue
      }
      let isSameName = first.name.value == member.name.value
      if isSameName, first.mask == member.mask, first.branch.excludes(member.branch) { continue }
      isGood = false
      diagnostics.append(taken(member, by: first, in: scope))
    }
    if isGood { return merged }
    return nil
  }

  private func unlisted(_ member: FlagMember) -> Diagnostic {
    Diagnostic(
      "'\(excerpt(member.name.value))' cannot be the name of a flag: in a list of flags it would be "
        + "read as something else",
      at: member.name.place,
      hint: """
        choose a name that has no comma or bar, no blank or bracket at its ends, and no '0x' at its \
        start
        """)
  }

  private func taken(_ member: FlagMember, by first: FlagMember, in scope: Scope) -> Diagnostic {
    let name = excerpt(member.name.value)
    let message: String
    if first.name.value != member.name.value {
      message = "'\(name)' differs from '\(excerpt(first.name.value))' only in case"
    } else if first.branch.excludes(member.branch) {
      message = "'\(name)' has another value in another branch of '#if'"
    } else {
      message = "'\(name)' is declared twice in '\(excerpt(scope.path))'"
    }
    return Diagnostic(
      message, at: member.name.place,
      notes: [Diagnostic.Note("it is declared here first", at: first.name.place)])
  }
}
