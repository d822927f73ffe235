class Flagdb < Formula
  desc "Query and edit bitmasks in SQLite and PostgreSQL by name"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license all_of: ["Apache-2.0", "GPL-3.0-or-later"]
  head "@HOMEPAGE@.git", branch: "main"

  depends_on "libpq"
  depends_on "readline"

  uses_from_macos "swift" => :build, since: :tahoe # Swift 6.2
  uses_from_macos "expat"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    %w[libpq readline].each do |name|
      ENV.prepend_path "PKG_CONFIG_PATH", Formula[name].opt_lib/"pkgconfig"
    end
    system "Scripts/release", "--disable-sandbox"
    bin.install "dist/flagdb"
    libexec.install "dist/flagdb-postgresql"
    man1.install Dir["man/*.1"]
    man5.install Dir["man/*.5"]
    man7.install Dir["man/*.7"]
    bash_completion.install "completions/flagdb.bash" => "flagdb"
    zsh_completion.install "completions/_flagdb"
    fish_completion.install "completions/flagdb.fish"
  end

  test do
    system bin/"flagdb", "new", "zoo.db"
    system bin/"flagdb", "define", "zoo.db", "flags", "Marker", "RAW", "HRM", "PLX"
    assert_equal "HRM,PLX\n", shell_output("#{bin}/flagdb flags zoo.db Marker 6")
    assert_match version.to_s, shell_output("#{bin}/flagdb --version")
  end
end
