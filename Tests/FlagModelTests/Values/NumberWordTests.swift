import Testing

@testable import FlagModel

/// Numbers whose highest bit makes them negative for one program and not for another.
@Suite("words") struct NumberWordTests {
  static let narrow: [IntegerType] = [.int8, .uint8, .int16, .uint16, .int32, .uint32]

  @Test("have two numbers for the same bits", arguments: narrow) func equals(type: IntegerType) {
    let word = NumberWord(type)
    let top = Int64(1) << Int64(type.bitWidth - 1)
    for bits in [top, top | 1, 2 * top - 1] {
      let negative = bits - 2 * top
      #expect(word.equals(of: bits) == [bits, negative])
      #expect(word.equals(of: negative) == [bits, negative])
      for number in [bits, negative] {
        #expect(word.hasSign(number))
        #expect(word.value(of: number) == (type.isSigned ? negative : bits))
        #expect(word.signed(true).value(of: number) == negative)
        #expect(word.signed(false).value(of: number) == bits)
      }
    }
    for number in [0, 1, top - 1] {
      #expect(word.equals(of: number) == [number])
      #expect(word.value(of: number) == number)
    }
  }

  @Test("leave numbers beyond their width alone", arguments: narrow)
  func beyond(type: IntegerType) {
    let word = NumberWord(type)
    let top = Int64(1) << Int64(type.bitWidth - 1)
    for number in [2 * top, 2 * top + 1, -top - 1, .max, .min] {
      #expect(word.equals(of: number) == [number])
      #expect(word.signed(true).value(of: number) == number)
      #expect(word.signed(false).value(of: number) == number)
    }
  }

  @Test("of 64 bits are what they are", arguments: [IntegerType.int, .int64, .uint, .uint64])
  func whole(type: IntegerType) {
    for number in [0, 1, -1, Int64.max, .min] {
      #expect(NumberWord(type).equals(of: number) == [number])
      #expect(NumberWord(type).value(of: number) == number)
      #expect(!NumberWord(type).hasSign(number))
    }
  }
}
