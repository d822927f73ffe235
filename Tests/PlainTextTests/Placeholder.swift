// PlainText
