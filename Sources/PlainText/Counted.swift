/// `1 record`, `12 records`: a number of things that have a name.
public func counted(
  _ count: some BinaryInteger, _ noun: String, plural: String? = nil
) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
