import Addresses
import Foundation
import PostgreSQLEngine
import TestServer
import Testing

/// Tables that other programs made, with the same words and answers in a file and on a server.
@Suite("Tables of others on both engines") struct OthersOnEnginesTests {
  /// The tables and their records, as both engines read them. A file has keys that are not numbers of rows where
  /// it is told so.
  private static let tables = """
    CREATE TABLE team (code text PRIMARY KEY NOT NULL, name text NOT NULL UNIQUE)/*by key*/;
    CREATE TABLE item (id integer PRIMARY KEY, label text NOT NULL, flags bigint NOT NULL DEFAULT 0,
      kind text DEFAULT 'plain' CHECK (kind IN ('plain', 'odd', 'new')), size bigint,
      team text REFERENCES team (code), seen bigint);
    CREATE TABLE part (item bigint NOT NULL REFERENCES item (id), place bigint NOT NULL, mask bigint,
      PRIMARY KEY (item, place))/*by key*/;
    CREATE TABLE item_tag (item bigint REFERENCES item (id), tag text REFERENCES team (code),
      PRIMARY KEY (item, tag))/*by key*/;
    CREATE TABLE loose (a bigint, b text);
    CREATE VIEW odd AS SELECT id, label, flags FROM item WHERE kind = 'odd';
    INSERT INTO team VALUES ('r', 'Red'), ('b', 'Blue');
    INSERT INTO item VALUES (1, 'a', 5, 'plain', 10, 'r', 1700000000), (2, 'b', 2, 'odd', NULL, NULL, NULL),
      (3, 'it''s', 64, NULL, -7, 'b', 1800000000);
    INSERT INTO part VALUES (1, 1, 3), (1, 2, NULL), (3, 1, 0);
    INSERT INTO item_tag VALUES (1, 'r'), (1, 'b'), (3, 'b');
    INSERT INTO loose VALUES (1, 'x'), (1, 'x'), (NULL, NULL);
    """

  private static let lines = [
    // Before they are adopted
    #"flagdb query "$DB" item --where 'flags & 4 != 0' --columns label,flags 2>/dev/null"#,
    #"flagdb query "$DB" item --where 'team.name == "Red"' --columns id,teamByTag.count 2>/dev/null"#,
    #"flagdb update "$DB" item --id 1 label=x 2>&1 | head -1"#,
    #"flagdb adopt "$DB" --guess | grep -v loose"#,
    #"flagdb adopt "$DB" --flags item.nothing=a,b"#,
    #"flagdb adopt "$DB" --flags item.flags=red,blue,rare --flags part.mask=x,y --enum item.kind=plain,odd --date item.seen=seconds --dry-run | grep -c Stored"#,
    #"flagdb adopt "$DB" --flags item.flags=red,blue,rare --flags part.mask=x,y --enum item.kind=plain,odd,new --date item.seen=seconds 2>/dev/null | tail -n +2"#,
    // Questions
    #"flagdb query "$DB" item"#,
    #"flagdb query "$DB" item --has red --columns label,flags"#,
    #"flagdb query "$DB" item --where 'flags == [red, rare] or kind == .odd'"#,
    #"flagdb query "$DB" item --where 'seen > "2024-01-01"' --columns id,seen"#,
    #"flagdb query "$DB" item --where 'seen == "2023-11-14T22:13:20Z"' --columns 'id,year(seen)'"#,
    #"flagdb query "$DB" item --where 'label == "it'"'"'s"' --format json"#,
    #"flagdb query "$DB" item --group-by kind --columns 'kind,count(),sum(size),avg(size)'"#,
    #"flagdb query "$DB" item --columns label,team.name,teamByTag.count"#,
    #"flagdb query "$DB" part --sort place,mask"#,
    #"flagdb query "$DB" part --where 'item.label == "a" and mask has x'"#,
    #"flagdb query "$DB" odd"#,
    #"flagdb query "$DB" loose --where 'a == 1' --columns a,b"#,
    #"flagdb query "$DB" team --id b"#,
    #"flagdb query "$DB" nothing"#,
    #"flagdb stats "$DB" item flags kind size"#,
    #"flagdb flags "$DB""#,
    #"flagdb check "$DB""#,
    #"flagdb lint "$DB" --deny all | grep -v ^hint"#,
    #"flagdb sql "$DB" "SELECT label, flags FROM item WHERE has(flags, 'blue') ORDER BY id""#,
    // Changes
    #"flagdb update "$DB" item --id 1 flags+=blue,rare flags-=red"#,
    #"flagdb update "$DB" item --where 'id > 1' 'flags^=red' seen=2026-01-01 kind=new"#,
    #"flagdb update "$DB" item --id 2 'size=(id + 1) * 10' team=b"#,
    #"flagdb update "$DB" item --id 2 team=nobody"#,
    #"flagdb update "$DB" part --where 'place == 2' mask+=y"#,
    #"flagdb update "$DB" part --where 'place == 2' mask=[] item=3"#,
    #"flagdb update "$DB" odd --id 1 label=x"#,
    #"flagdb update "$DB" loose --where 'a == 1' b=y"#,
    #"flagdb query "$DB" item --columns id,label,flags,kind,size,team,seen"#,
    #"flagdb insert "$DB" item id=9 label=new flags=rare"#,
    #"flagdb insert "$DB" item id=9 label=again"#,
    #"flagdb insert "$DB" item id=10 flags=rare"#,
    #"flagdb insert "$DB" part item=9 place=4"#,
    #"flagdb insert "$DB" team code=g name=Green"#,
    #"flagdb insert "$DB" team code=h name=Green"#,
    #"printf 'id,label,flags,kind\n11,k,red|blue,odd\n12,l,,\n' | flagdb insert "$DB" item --from -"#,
    #"printf 'id,label,flags\n11,K,rare\n13,m,red\n' | flagdb insert "$DB" item --from - --upsert id"#,
    #"printf 'id,label\n13,n\n14,o\n' | flagdb insert "$DB" item --from - --ignore"#,
    #"printf 'item,place,mask\n14,1,x\n77,1,y\n' | flagdb insert "$DB" part --from - 2>&1 | sed 's/line.*//'"#,
    #"printf 'id,label,flags\n11,L,blue\n15,p,\n' | flagdb insert "$DB" item --from - --replace"#,
    #"flagdb query "$DB" item --where 'id == 11' --columns label,flags,kind,size"#,
    #"printf 'item,place,mask\n9,4,x\n9,5,y\n' | flagdb insert "$DB" part --from - --replace"#,
    #"flagdb query "$DB" part --where 'item.id == 9' --sort place"#,
    #"flagdb delete "$DB" item --id 3"#,
    #"flagdb delete "$DB" item --id 14"#,
    #"flagdb delete "$DB" loose --where 'a == nil'"#,
    #"flagdb query "$DB" item --columns id,label,flags,kind,size,team"#,
    #"flagdb query "$DB" part --sort place,mask"#,
    #"flagdb sql "$DB" "SELECT id, flags, seen FROM item ORDER BY id""#,
    // Other databases
    #"rm -f copy.db; flagdb copy "$DB" copy.db 2>/dev/null && flagdb check copy.db"#,
    #"flagdb query copy.db item --columns id,label,flags,kind,size,seen"#,
    #"flagdb define "$DB" flags Marks a 2>&1 | head -1"#,
    #"printf 'query item --has rare --columns id\nupdate item --id 9 flags+=red\n.tables\n' | flagdb "$DB""#,
    #"flagdb complete zsh -- query "$DB" item --has r"#,
    #"flagdb complete zsh -- query "$DB" item --where 'kind == .'"#,
  ]

  @Test("the same answers") func sameAnswers() async throws {
    let schema = try TestSchema()
    try schema.connection.execute(Self.tables)
    let sandbox = try Sandbox()
    try await PlainSQLite(sandbox: sandbox, file: "zoo.db").run(
      Self.tables.replacingOccurrences(of: "/*by key*/", with: " WITHOUT ROWID"))
    let address = try schema.server.address(schema: schema.name).text
    async let ofFile = answers("zoo.db", in: sandbox)
    async let ofServer = answers(address, in: Sandbox())
    for ((line, file), server) in try await zip(zip(Self.lines, ofFile), ofServer) {
      #expect(file == server, "\(line)")
    }
  }

  private func answers(_ database: String, in sandbox: Sandbox) async throws -> [String] {
    var answers: [String] = []
    for line in Self.lines {
      let result = try await Command("bash", "-c", line, environment: ["DB": database])
        .run(in: sandbox)
      let text = "\(result.outputText)\(result.errorText)-> \(result.status)\n"
      answers.append(
        text.replacingOccurrences(of: "'\(database)'", with: "zoo.db")
          .replacingOccurrences(of: database, with: "zoo.db"))
    }
    return answers
  }
}
