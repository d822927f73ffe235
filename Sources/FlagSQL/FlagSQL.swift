// FlagSQL
