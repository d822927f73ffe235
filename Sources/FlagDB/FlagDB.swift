// FlagDB
