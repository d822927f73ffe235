internal import CExpat

/// Builds elements from the events of Expat.
final class XMLReader {
  private let parser: XML_Parser
  /// The open elements, the outermost first.
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  private var error: XMLError?

  init() {
    parser = XML_ParserCreate(nil)
    setHandlers()
  }

  deinit { XML_ParserFree(parser) }

  func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    guard bytes.count <= XMLElement.mostBytes else {
      throw XMLError(problem: .tooLarge(limit: XMLElement.mostBytes), line: 1, column: 1)
    }
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    }
    if let error { throw error }
    guard status == XML_STATUS_OK, let root else {
      throw located(.broken(String(cString: XML_ErrorString(XML_GetErrorCode(parser)))))
    }
    return root
  }

  // MARK: Events

  private func setHandlers() {
    XML_SetElementHandler(
      parser,
      { reader, name, attributes in XMLReader.of(reader)?.begin(name, attributes) },
      { reader, _ in XMLReader.of(reader)?.end() })
    XML_SetCharacterDataHandler(parser) { reader, bytes, count in
      XMLReader.of(reader)?.add(bytes, count)
    }
    XML_SetEntityDeclHandler(parser) { reader, _, _, _, _, _, _, _, _ in
      XMLReader.of(reader)?.stop(.entityDeclaration)
    }
    XML_SetSkippedEntityHandler(parser) { reader, name, _ in
      XMLReader.of(reader)?.stop(.unknownEntity(name.map { String(cString: $0) } ?? ""))
    }
  }

  private static func of(_ reader: UnsafeMutableRawPointer?) -> XMLReader? {
    reader.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard error == nil, let name else { return }
    count += 1
    if count > XMLElement.mostElements { return stop(.tooMany(limit: XMLElement.mostElements)) }
    if open.count >= XMLElement.mostLevels { return stop(.tooDeep(limit: XMLElement.mostLevels)) }
    var values: [String: String] = [:]
    var next = attributes
    while let pair = next, let key = pair[0], let value = pair[1] {
      values[String(cString: key)] = String(cString: value)
      next = pair + 2
    }
    open.append(XMLElement(name: String(cString: name), attributes: values))
  }

  private func end() {
    guard error == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private func add(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
    guard error == nil, let bytes, !open.isEmpty else { return }
    let text = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    open[open.count - 1].text += String(decoding: text, as: UTF8.self)
  }

  private func stop(_ problem: XMLError.Problem) {
    guard error == nil else { return }
    error = located(problem)
    XML_StopParser(parser, 0)
  }

  private func located(_ problem: XMLError.Problem) -> XMLError {
    XMLError(
      problem: problem, line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }
}
