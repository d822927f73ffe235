// FlagCodegen
