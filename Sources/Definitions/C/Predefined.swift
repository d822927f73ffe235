import FlagModel

/// The predefined macros of a compiler that headers test.
enum Predefined {
  static func source(_ language: DefinitionLanguage) -> SourceText {
    let ofLanguage = if language == .cpp { cpp } else { c }
    return SourceText(name: "<predefined>", common + machine + ofLanguage)
  }

  private static let common = """
    #define _GNU_SOURCE 1
    #define _LP64 1
    #define __LP64__ 1
    #define __BYTE_ORDER__ 1234
    #define __CHAR_BIT__ 8
    #define __ELF__ 1
    #define __GNUC__ 4
    #define __GNUC_MINOR__ 2
    #define __GNUC_PATCHLEVEL__ 1
    #define __GNUC_STDC_INLINE__ 1
    #define __INT16_TYPE__ short
    #define __INT32_TYPE__ int
    #define __INT64_TYPE__ long int
    #define __INT8_TYPE__ signed char
    #define __INTMAX_TYPE__ long int
    #define __INTPTR_TYPE__ long int
    #define __INT_MAX__ 2147483647
    #define __INT64_MAX__ 9223372036854775807L
    #define __INTMAX_MAX__ 9223372036854775807L
    #define __LITTLE_ENDIAN__ 1
    #define __LONG_LONG_MAX__ 9223372036854775807LL
    #define __LONG_MAX__ 9223372036854775807L
    #define __ORDER_BIG_ENDIAN__ 4321
    #define __ORDER_LITTLE_ENDIAN__ 1234
    #define __ORDER_PDP_ENDIAN__ 3412
    #define __PTRDIFF_TYPE__ long int
    #define __SCHAR_MAX__ 127
    #define __SHRT_MAX__ 32767
    #define __SIZEOF_INT128__ 16
    #define __SIZEOF_INT__ 4
    #define __SIZEOF_LONG_LONG__ 8
    #define __SIZEOF_LONG__ 8
    #define __SIZEOF_POINTER__ 8
    #define __SIZEOF_SHORT__ 2
    #define __SIZEOF_SIZE_T__ 8
    #define __SIZE_MAX__ 18446744073709551615UL
    #define __SIZE_TYPE__ long unsigned int
    #define __STDC_HOSTED__ 1
    #define __STDC__ 1
    #define __UINT16_TYPE__ unsigned short
    #define __UINT32_TYPE__ unsigned int
    #define __UINT64_TYPE__ long unsigned int
    #define __UINT8_TYPE__ unsigned char
    #define __UINTMAX_TYPE__ long unsigned int
    #define __UINTPTR_TYPE__ long unsigned int
    #define __WCHAR_MAX__ 2147483647
    #define __WCHAR_TYPE__ int
    #define __clang__ 1
    #define __clang_major__ 17
    #define __unix 1
    #define __unix__ 1

    """

  private static let c = "#define __STDC_VERSION__ 201710L\n"
  private static let cpp = "#define __cplusplus 201703L\n"

  #if arch(arm64)
    private static let processor = "#define __aarch64__ 1\n#define __CHAR_UNSIGNED__ 1\n"
  #else
    private static let processor = """
      #define __amd64 1
      #define __amd64__ 1
      #define __x86_64 1
      #define __x86_64__ 1

      """
  #endif

  #if canImport(Darwin)
    private static let machine = processor + "#define __APPLE__ 1\n#define __MACH__ 1\n"
  #else
    private static let machine =
      processor + "#define __linux 1\n#define __linux__ 1\n#define __gnu_linux__ 1\n"
  #endif
}
