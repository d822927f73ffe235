import JSON
import PlainText
import Platform

/// Answers the requests of the protocol, by commands that only read.
struct MCPServer {
  /// A database with its name for agents.
  struct Source {
    let path: String
    let name: String
    /// The options of `mcp` for reading a record file.
    let recordOptions: [String]
  }

  let program: String
  let sources: [Source]
  /// The models of `mcp` for files without one.
  let models: [String]
  let rows: Int64
  let seconds: Int64
  let version: String

  private var databases: [String] { sources.map(\.name) }

  private static let newestProtocol = "2025-06-18"
  private static let protocols = ["2024-11-05", "2025-03-26", newestProtocol]
  private static let largestAnswer = 4 << 20
  private static let mostMemory: UInt64 = 4 << 30

  /// The answer to a line; nil for a notification, and for a call that was cancelled.
  /// - Parameter watched: makes the input that is read during the call with an id.
  func answer(to request: RequestLine, watched: (JSONValue) -> CallWatch) -> JSONValue? {
    switch request {
    case .line(let line): return answer(to: line, watched)
    case .tooLong:
      return error(-32600, "a request has at most \(RequestLines.longest >> 20) MB", id: .null)
    }
  }

  /// The answer to a ping, which does not wait for the end of a call; nil for another request.
  func answerToPing(_ request: JSONValue) -> JSONValue? {
    guard request["method"]?.string == "ping", let id = request["id"] else { return nil }
    return result(.object([]), id: id)
  }

  private func answer(to line: [UInt8], _ watched: (JSONValue) -> CallWatch) -> JSONValue? {
    if line.allSatisfy({ $0 <= 0x20 }) { return nil }
    do {
      if firstInvalidUTF8(in: line) != nil {
        return error(-32700, "the line is not JSON", id: .null)
      }
      let request = try JSONValue(reading: line)
      guard case .array(let requests) = request, !requests.isEmpty else {
        return answer(to: request, watched)
      }
      // A batch, which the protocol of 2025-03-26 has.
      let answers = requests.compactMap { answer(to: $0, watched) }
      return answers.isEmpty ? nil : .array(answers)
    } catch {
      return answer(toUnreadable: line, error)
    }
  }

  /// An error, with the id of the request if only half of a surrogate pair keeps it from being read.
  private func answer(toUnreadable line: [UInt8], _ fault: JSONFault) -> JSONValue {
    guard fault.problem == .loneSurrogate else {
      return error(-32700, "the line is not JSON", id: .null)
    }
    var replaced = line
    replaced.replaceSubrange(fault.range, with: Array("\\ufffd".utf8))
    let request = try? JSONValue(reading: replaced)
    return error(-32700, "a text has half of a surrogate pair", id: request?["id"] ?? .null)
  }

  private func answer(to request: JSONValue, _ watched: (JSONValue) -> CallWatch) -> JSONValue? {
    guard let method = request["method"]?.string else {
      // An answer to a request, which the server never sends.
      if request["result"] != nil || request["error"] != nil { return nil }
      return error(-32600, "expected an object with a method", id: request["id"] ?? .null)
    }
    guard let id = request["id"] else { return nil }
    switch method {
    case "initialize": return result(greeting(to: request["params"]), id: id)
    case "ping": return result(.object([]), id: id)
    case "tools/list": return result(.object(of: [("tools", .array(tools))]), id: id)
    case "tools/call":
      guard let name = request["params"]?["name"]?.string, let tool = MCPTool(rawValue: name) else {
        let names = listed(MCPTool.allCases.map(\.rawValue), "or")
        return error(-32602, "unknown tool; expected \(names)", id: id)
      }
      let arguments = request["params"]?["arguments"] ?? .object([])
      let watch = watched(id)
      if watch.isCancelled { return nil }
      let answer = call(tool, arguments, watch.input)
      return watch.isCancelled ? nil : result(answer, id: id)
    default: return error(-32601, "the method '\(shownInPart(method))' is not known", id: id)
    }
  }

  private func result(_ value: JSONValue, id: JSONValue) -> JSONValue {
    .object(of: [("jsonrpc", .string("2.0")), ("id", id), ("result", value)])
  }

  private func error(_ code: Int, _ message: String, id: JSONValue) -> JSONValue {
    .object(of: [
      ("jsonrpc", .string("2.0")), ("id", id),
      ("error", .object(of: [("code", .integer(code)), ("message", .string(message))])),
    ])
  }

  private func greeting(to parameters: JSONValue?) -> JSONValue {
    let wanted = parameters?["protocolVersion"]?.string ?? ""
    let version = Self.protocols.contains(wanted) ? wanted : Self.newestProtocol
    return .object(of: [
      ("protocolVersion", .string(version)),
      ("capabilities", .object(of: [("tools", .object([]))])),
      (
        "serverInfo",
        .object(of: [("name", .string(toolName)), ("version", .string(self.version))])
      ),
      (
        "instructions",
        .string(
          "Databases with sets of flags in integer columns: \(listed(databases)). Read the model "
            + "first; then name flags, never numbers. All tools only read.")
      ),
    ])
  }

  // MARK: Tools

  private var tools: [JSONValue] {
    MCPTool.allCases.map { tool in
      let properties = [database] + tool.parameters.map(property)
      var required = tool.required
      if databases.count > 1 { required.insert("database", at: 0) }
      return .object(of: [
        ("name", .string(tool.rawValue)), ("description", .string(tool.summary)),
        (
          "inputSchema",
          .object(of: [
            ("type", .string("object")), ("properties", .object(of: properties)),
            ("required", .array(required.map { .string($0) })),
            ("additionalProperties", .bool(false)),
          ])
        ),
        ("annotations", .object(of: [("readOnlyHint", .bool(true))])),
      ])
    }
  }

  private var database: (key: String, value: JSONValue?) {
    let words = JSONValue.object(of: [
      ("type", .string("string")), ("enum", .array(databases.map { .string($0) })),
    ])
    return ("database", words)
  }

  private func property(_ parameter: MCPTool.Parameter) -> (key: String, value: JSONValue?) {
    let type = parameter.name == "limit" ? "integer" : "string"
    return (
      parameter.name,
      .object(of: [("type", .string(type)), ("description", .string(parameter.help))])
    )
  }

  /// Runs the command of a tool. A mistake in the arguments is an answer too, so that the agent can
  /// correct it.
  private func call(
    _ tool: MCPTool, _ arguments: JSONValue, _ watched: WatchedInput?
  ) -> JSONValue {
    do {
      let limit = try limit(arguments["limit"])
      let words = try words(of: tool, arguments, limit: limit)
      let start = monotonicMicroseconds()
      let answer = runProgram(
        [program] + words, input: [], outputLimit: Self.largestAnswer,
        milliseconds: seconds * 1000, memoryLimit: Self.mostMemory, watching: watched)
      guard let answer else {
        let isLate = monotonicMicroseconds() - start >= seconds * 1_000_000
        return content(
          isLate
            ? "no answer within \(counted(seconds, "second")): ask for less"
            : "the answer has more than \(Self.largestAnswer >> 20) MB: ask for less",
          isError: true)
      }
      let output = String(decoding: answer.output, as: UTF8.self)
      // Findings of 'lint' give another exit status too.
      let messages = AgentMessages.text(of: String(decoding: answer.errors, as: UTF8.self))
      if !answer.succeeded && output.isEmpty { return content(messages, isError: true) }
      var texts = [output]
      if tool == .query, let first = Self.firstRecords(limit, of: output) {
        texts = [first, note(ofMoreThan: limit)]
      }
      if !messages.isEmpty { texts.append(messages) }
      return content(texts, isError: false)
    } catch {
      return content(error.message, isError: true)
    }
  }

  /// The first records of an array that has a record on each line; nil if it has no more than these.
  private static func firstRecords(_ limit: Int64, of output: String) -> String? {
    var lines = output.split(separator: "\n")
    let brackets = 2
    guard lines.count - brackets > limit else { return nil }
    let last = Int(limit)
    lines.remove(at: last + 1)
    if lines[last].last == "," { lines[last].removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func note(ofMoreThan limit: Int64) -> String {
    let first = "More records match than the limit of \(limit)."
    if limit < rows { return first + " 'limit' can be up to \(rows)." }
    return first + " Ask for columns count(), for groups, or with a predicate."
  }

  private func content(_ text: String, isError: Bool) -> JSONValue {
    content([text], isError: isError)
  }

  private func content(_ texts: [String], isError: Bool) -> JSONValue {
    let parts = texts.map {
      JSONValue.object(of: [("type", .string("text")), ("text", .string($0))])
    }
    return .object(of: [("content", .array(parts)), ("isError", .bool(isError))])
  }

  private func limit(_ typed: JSONValue?) throws(CommandError) -> Int64 {
    guard let typed else { return rows }
    guard let number = typed.wholeNumber, number > 0 else {
      throw CommandError("limit: expected a number from 1 on")
    }
    return min(rows, Int64(number))
  }

  /// The command line of a call. Each value belongs to an option or follows `--`, so that none can
  /// be read as another option.
  private func words(
    of tool: MCPTool, _ arguments: JSONValue, limit: Int64
  ) throws(CommandError) -> [String] {
    guard case .object(let members) = arguments else {
      throw CommandError("expected an object of arguments")
    }
    let parameters = tool.parameters
    let names = ["database"] + parameters.map(\.name)
    if let other = members.first(where: { !names.contains($0.key) }) {
      throw CommandError("unknown argument '\(shownInPart(other.key))'; expected \(listed(names))")
    }
    if let missing = tool.required.first(where: { arguments[$0] == nil }) {
      throw CommandError("the argument '\(missing)' is missing")
    }
    let source = try source(arguments["database"])
    var options = tool.options + models.map { "--model=\($0)" }
    if tool.readsRecords { options += source.recordOptions }
    // One more record shows if there are more.
    if tool == .query { options.append("--limit=\(limit + 1)") }
    var positions = [source.path]
    for parameter in parameters where parameter.name != "limit" {
      guard let value = arguments[parameter.name] else { continue }
      guard let text = value.string else {
        throw CommandError("\(parameter.name): expected a text, found \(value.words)")
      }
      if text.utf8.contains(0) {
        throw CommandError("\(parameter.name): expected a text without the character U+0000")
      }
      if let option = parameter.option {
        options.append("--\(option)=\(text)")
      } else {
        positions.append(text)
      }
    }
    return [tool.command] + options + ["--"] + positions
  }

  private func source(_ value: JSONValue?) throws(CommandError) -> Source {
    guard let value else {
      if sources.count == 1 { return sources[0] }
      throw CommandError("the argument 'database' is missing; there are \(listed(databases))")
    }
    guard let source = sources.first(where: { $0.name == value.string }) else {
      throw CommandError("database: expected one of \(listed(databases))")
    }
    return source
  }
}

extension RequestLine {
  /// The request; nil if it cannot be read.
  var json: JSONValue? {
    guard case .line(let line) = self, firstInvalidUTF8(in: line) == nil else { return nil }
    return try? JSONValue(reading: line)
  }
}

extension JSONValue {
  /// The id of the request that `notifications/cancelled` cancels.
  var cancelledID: JSONValue? {
    if self["method"]?.string != "notifications/cancelled" { return nil }
    return self["params"]?["requestId"]
  }

  /// An integer, which JSON Schema also writes as `2.0`.
  fileprivate var wholeNumber: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }
}
