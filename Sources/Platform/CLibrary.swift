/// The C library of the platform, under one name.
///
/// This module has all that differs between platforms. It opens every file that is not a database.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
