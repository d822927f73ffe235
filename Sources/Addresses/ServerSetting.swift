import PlainText

/// The settings of an address: those of libpq, and `schema` of flagdb.
/// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
enum ServerSetting {
  /// Is not passed to libpq, which would refuse it.
  static let schema = "schema"

  static let passwords: Set<String> = ["password", "sslpassword", "oauth_client_secret"]

  static func isKnown(_ keyword: String) -> Bool { usual.contains(keyword) }

  static func requireKnown(_ keyword: String) throws(Diagnostic) {
    if isKnown(keyword) { return }
    let others = usual.subtracting(passwords).sorted()
    throw Diagnostic(
      "'\(keyword)' is not a setting of a connection",
      hint: .name(for: keyword, in: others)
        ?? "'host', 'port', 'user', 'dbname', 'service' and 'schema' are the usual ones")
  }

  private static let usual: Set<String> = passwords.union(
    """
    schema application_name channel_binding client_encoding connect_timeout dbname \
    fallback_application_name gssdelegation gssencmode gsslib host hostaddr keepalives \
    keepalives_count keepalives_idle keepalives_interval krbsrvname load_balance_hosts \
    max_protocol_version min_protocol_version oauth_client_id oauth_issuer oauth_scope options \
    passfile port replication require_auth requirepeer scram_client_key scram_server_key service \
    servicefile ssl_max_protocol_version ssl_min_protocol_version sslcert sslcertmode \
    sslcompression sslcrl sslcrldir sslkey sslkeylogfile sslmode sslnegotiation sslrootcert sslsni \
    target_session_attrs tcp_user_timeout user
    """.split(separator: " ").map(String.init))
}
