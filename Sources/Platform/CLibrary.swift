/// The C library of the platform, under one name; what differs between platforms stands in this
/// module and nowhere else. It imports the C library and `CInterrupt`.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
