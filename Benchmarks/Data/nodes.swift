/// Records that name others of their kind.
@Model final class Node {
  @Attribute(.unique) var name: String
  var next: Node?
}
