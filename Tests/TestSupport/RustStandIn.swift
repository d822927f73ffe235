/// Stand-ins for crates, which are not there without a network.
public enum RustStandIn {
  /// The part of the crate `bitflags` that generated code uses.
  public static let bitflags = #"""
    #[macro_export]
    macro_rules! bitflags {
      ($(#[$meta:meta])* pub struct $name:ident: $raw:ty { $($rest:tt)* }) => {
        $(#[$meta])* pub struct $name($raw);
        #[allow(dead_code)]
        impl $name {
          pub const fn bits(&self) -> $raw { self.0 }
          pub const fn from_bits_retain(bits: $raw) -> Self { Self(bits) }
          pub const fn empty() -> Self { Self(0) }
          $crate::bitflags!(@members $($rest)*);
        }
      };
      (@members $($(#[$meta:meta])* const $name:tt = $value:expr;)*) => {
        $($crate::bitflags!(@member $(#[$meta])* $name $value);)*
      };
      (@member $(#[$meta:meta])* _ $value:expr) => {};
      (@member $(#[$meta:meta])* $name:ident $value:expr) => {
        $(#[$meta])* #[allow(dead_code)] pub const $name: Self = Self($value);
      };
    }
    """#
}
