import FlagModel
import Testing

@testable import Predicates
@testable import Queries

/// Questions about groups that have no answer: the message, and the place that it points at.
@Suite("What groups cannot be asked") struct GroupMessageTests {
  struct Wrong: CustomTestStringConvertible {
    let question: AnswerCase
    let message: String
    let place: String

    init(_ question: AnswerCase, _ message: String, at place: String) {
      self.question = question
      self.message = message
      self.place = place
    }

    var testDescription: String { question.testDescription }
  }

  @Test(arguments: [
    Wrong(
      AnswerCase(columns: "age, count()"),
      "'age' is neither grouped nor aggregated", at: "age"),
    Wrong(
      AnswerCase(columns: "sum(name.first)"),
      "'name.first' (String) has no sum", at: "sum(name.first)"),
    Wrong(
      AnswerCase(columns: "avg(seen)"),
      "'seen' (Date) has no average", at: "avg(seen)"),
    Wrong(
      AnswerCase(columns: "sum(isWell)"),
      "'isWell' (Bool) has no sum", at: "sum(isWell)"),
    Wrong(
      AnswerCase(columns: "min(marks)"),
      "flags have no order", at: "marks"),
    Wrong(
      AnswerCase(columns: "sum(distinct fee)"),
      "the sum of distinct values is not supported", at: "sum(distinct fee)"),
    Wrong(
      AnswerCase(columns: "sum()"),
      "'sum' needs an argument", at: "sum()"),
    Wrong(
      AnswerCase(columns: "max(count())"),
      "'count()' is an aggregate, and a predicate tests one record", at: "count()"),
    Wrong(
      AnswerCase(columns: "sum(max(age))"),
      "'max(age)' is an aggregate, and a predicate tests one record", at: "max(age)"),
    Wrong(
      AnswerCase(columns: "max(aeg)"),
      "'aeg' is not an attribute of Patient", at: "aeg"),
    Wrong(
      AnswerCase(columns: "*, count()"),
      "'*' means every attribute of a record, and here a row is a group", at: "*"),
    Wrong(
      AnswerCase(columns: "count() as age"),
      "'age' is an attribute of Patient already", at: "age"),
    Wrong(
      AnswerCase(columns: "count() as AGE"),
      "'AGE' is an attribute of Patient already", at: "AGE"),
    Wrong(
      AnswerCase(columns: "count() as"),
      "'as' is not supported", at: "as"),
    Wrong(
      AnswerCase(columns: "name as n"),
      "'name' is several columns, which have no one name", at: "n"),
    Wrong(
      AnswerCase(columns: "readings[count() > 1].count"),
      "'count()' is an aggregate, and a predicate tests one record", at: "count()"),
    Wrong(
      AnswerCase(columns: "each(marks)"),
      "'each(marks)' needs groups", at: "each(marks)"),
    Wrong(
      AnswerCase(columns: "min(seen) - max(seen)"),
      "'min(seen) - max(seen)' is a date or a length of time that is calculated, and cannot be shown",
      at: "min(seen) - max(seen)"),
    Wrong(
      AnswerCase(groups: "count()"),
      "'count()' is an aggregate, and a predicate tests one record", at: "count()"),
    Wrong(
      AnswerCase(groups: "*"),
      "'*' is not a key of a group", at: "*"),
    Wrong(
      AnswerCase(groups: "each(age)"),
      "'each' needs several values, and 'age' (Int) is one", at: "age"),
    Wrong(
      AnswerCase(groups: "each(marks, wanted)"),
      "'each' takes one argument, found 2", at: "each(marks, wanted)"),
    Wrong(
      AnswerCase(groups: "each(tags), level, each(tags)"),
      "'each(tags)' makes groups already", at: "each(tags)"),
    Wrong(
      AnswerCase(columns: "percentile(age, 100.5)"),
      "expected a percentage from 0 to 100, found '100.5'", at: "100.5"),
    Wrong(
      AnswerCase(columns: "percentile(age, -1)"),
      "expected a percentage from 0 to 100, found '-1'", at: "-1"),
    Wrong(
      AnswerCase(columns: "percentile(age, weight)"),
      "expected a percentage from 0 to 100, found 'weight'", at: "weight"),
    Wrong(
      AnswerCase(columns: "percentile(age)"), "'percentile' does not take 1 argument",
      at: "percentile(age)"),
    Wrong(
      AnswerCase(columns: "median(name.first)"), "'name.first' (String) has no median",
      at: "median(name.first)"),
    Wrong(
      AnswerCase(columns: "median(marks)"), "'marks' (Mark) has no median", at: "median(marks)"),
    Wrong(
      AnswerCase(columns: "stddev(seen)"), "'seen' (Date) has no stddev", at: "stddev(seen)"),
    Wrong(
      AnswerCase(columns: "median(distinct age)"),
      "the median of distinct values is not supported", at: "median(distinct age)"),
    Wrong(
      AnswerCase(groups: "each(nothing)"),
      "'nothing' is not an attribute of Patient", at: "nothing"),
    Wrong(
      AnswerCase(groups: "each(ward)"),
      "'each' needs several values, and 'ward' (Ward) is one", at: "ward"),
    Wrong(
      AnswerCase(groups: "split(name.first, '', 1)"), "a separator cannot be empty", at: "''"),
    Wrong(
      AnswerCase(groups: "split(name.first, ' ', 0)"),
      "expected the number of a part from 1 on, found '0'", at: "0"),
    Wrong(
      AnswerCase(groups: "split(name.first, ' ', 1.5)"),
      "expected the number of a part from 1 on, found '1.5'", at: "1.5"),
    Wrong(
      AnswerCase(groups: "split(name.first, ' ', age)"),
      "expected a value that is typed, found 'age'", at: "age"),
    Wrong(
      AnswerCase(groups: "split(age, ' ', 1)"), "'split' cannot be applied to 'age' (Int)",
      at: "age"),
    Wrong(
      AnswerCase(groups: "split(name.first, 2)"), "'split' does not take 2 arguments",
      at: "split(name.first, 2)"),
    Wrong(
      AnswerCase(groups: "prefix(name.first, 0)"),
      "expected a number of characters from 1 on, found '0'", at: "0"),
    Wrong(
      AnswerCase(groups: "prefix(name.first, seen)"), "'prefix' cannot be applied to 'seen' (Date)",
      at: "seen"),
    Wrong(
      AnswerCase(groups: "readings"),
      "'readings' has many values", at: "readings"),
    Wrong(
      AnswerCase(groups: "tagz"),
      "'tagz' is not an attribute of Patient", at: "tagz"),
    Wrong(
      AnswerCase(columns: "level, age", groups: "level"),
      "'age' is neither grouped nor aggregated", at: "age"),
    Wrong(
      AnswerCase(columns: "level, max(fee) + fee", groups: "level"),
      "'fee' is neither grouped nor aggregated", at: "fee"),
    Wrong(
      AnswerCase(columns: "readings.count", groups: "level"),
      "'readings.count' is neither grouped nor aggregated", at: "readings.count"),
    Wrong(
      AnswerCase(columns: "readings", groups: "level"),
      "'readings' has many values", at: "readings"),
    Wrong(
      AnswerCase(columns: "ward.title", groups: "level"),
      "'ward' is neither grouped nor aggregated", at: "ward"),
    Wrong(
      AnswerCase(groups: "level", having: "age > 1"),
      "'age' is neither grouped nor aggregated", at: "age"),
    Wrong(
      AnswerCase(groups: "level", having: "count() > 1 and (isWell or max(age) > fee)"),
      "'isWell' is neither grouped nor aggregated", at: "isWell"),
    Wrong(
      AnswerCase(groups: "level", having: "ANY readings.value > 1"),
      "'ANY readings.value > 1' is neither grouped nor aggregated", at: "ANY readings.value > 1"),
    Wrong(
      AnswerCase(groups: "level", having: "count()"),
      "'count()' is a value, not a condition", at: "count()"),
    Wrong(
      AnswerCase(groups: "level", sort: "age"),
      "'age' is neither grouped nor aggregated", at: "age"),
    Wrong(
      AnswerCase(groups: "level", sort: "-readings.count"),
      "'readings.count' is neither grouped nor aggregated", at: "readings.count"),
    Wrong(
      AnswerCase(groups: "level", sort: "n"),
      "'n' is not an attribute of Patient", at: "n"),
    Wrong(
      AnswerCase(columns: "name.first", having: "count() > 1"),
      "a condition of groups needs groups", at: "count() > 1"),
    Wrong(
      AnswerCase(columns: "count()", having: "count() > 1"),
      "all records are one group here", at: "count() > 1"),
    Wrong(
      AnswerCase(columns: "name.first", sort: "-count()"),
      "'count()' is an aggregate, and each row is one record", at: "count()"),
    Wrong(
      AnswerCase(columns: "count(age", groups: "level"),
      "expected ')', found the end", at: ""),
    Wrong(
      AnswerCase(columns: "min(ward)"),
      "'ward' is a relationship, and has no min", at: "ward"),
    Wrong(
      AnswerCase(columns: "tags as marks"),
      "'marks' is an attribute of Patient already", at: "marks"),
  ])
  func messages(_ one: Wrong) throws {
    let error = #expect(throws: Diagnostic.self) { try one.question.query() }
    #expect(error?.message == one.message)
    #expect(error?.place.map { $0.source.text($0.range) } == one.place)
  }

  @Test func thousandsOfColumns() {
    let list = repeatElement("count()", count: 3_000).joined(separator: ",")
    let error = #expect(throws: Diagnostic.self) { try AnswerCase(columns: list).query() }
    #expect(error?.message == "at most 2000 columns can be asked for, found 3000")
  }

  /// A sum that 64 bits do not hold is refused by the database, and no other number is shown.
  @Test func overflow() throws {
    let database = try Clinic.database()
    for columns in ["sum(age)", "sum(age) * 2"] {
      let query = try AnswerCase(columns: columns).query()
      let error = #expect(throws: MemoryDatabase.Refusal.self) { try database.run(query.sql) }
      #expect(error?.description == "integer overflow")
    }
    let near = try AnswerCase(columns: "sum(Double(age))").query()
    #expect(try database.run(near.sql) == [[.real(0x1p63)]])
    let most = try AnswerCase(columns: "max(age) + count()").query()
    #expect(try database.run(most.sql) == [[.null]])
  }

  /// Of no records there is none, and nothing has a least or greatest.
  @Test func nothing() throws {
    let database = try MemoryDatabase(Clinic.schema())
    let all = try AnswerCase(columns: "count(), count(age), sum(age), min(seen), avg(fee)").query()
    #expect(try database.run(all.sql) == [[.integer(0), .integer(0), .null, .null, .null]])
    let groups = try AnswerCase(groups: "each(marks), month(seen)").query()
    #expect(try database.run(groups.sql).isEmpty)
  }

  /// The highest bit of a narrow type is stored with ones beyond its width.
  @Test func eachFlagOfANarrowType() throws {
    let schema = try Menagerie.schema()
    let animal = try schema.declared("Animal")
    let database = try Menagerie.database()
    let request = AnswerRequest(groups: [SourceText("each(narrow)")])
    let query = try request.query(of: animal, in: schema, now: testNow)
    let names = try database.run(query.sql).map { row in
      query.columns[0].type?.text(of: row[0]) ?? ""
    }
    for (name, row) in zip(names, try database.run(query.sql)) where !name.isEmpty {
      let holders = try database.animals(where: Predicate("narrow has \(name)"))
      #expect(row[1] == .integer(Int64(holders.count)), "\(name)")
    }
    #expect(names.contains("h") && !names.contains { $0.hasPrefix("0x100") })
  }
}
