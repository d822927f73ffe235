extension FlagSet {
  /// `HRM` of `BIOMarker.HRM`.
  package func unqualified(_ name: Name) -> Name { name.dropping(self.name) ?? name }

  package var names: [Name] { (flags + combinations).map(\.name) }
}
