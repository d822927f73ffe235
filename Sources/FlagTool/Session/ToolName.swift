/// The name of the tool in command lines.
let toolName = "flagdb"
