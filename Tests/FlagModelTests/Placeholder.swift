// FlagModel
