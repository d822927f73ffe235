// FlagFormats
