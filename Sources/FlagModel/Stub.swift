public struct ModelReading: Sendable { public let schema: Schema?; public let diagnostics: [Diagnostic] }
public func readModel(_ sources: [SourceText]) -> ModelReading { ModelReading(schema: nil, diagnostics: []) }
extension Schema { public var swiftSource: String { "" } }
extension Diagnostic { public func rendered() -> String { message } }
