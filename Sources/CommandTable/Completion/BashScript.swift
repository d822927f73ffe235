/// The completion script for bash, 3.2 and later. It needs no other package, and puts together by
/// itself the words that bash cuts at `=`, `:` and `@`.
func bashScript(_ tool: String, _ plan: CompletionPlan) -> String {
  let function = "_" + tool.replacingHyphens
  return """
    # Completes the command line of \(tool) in bash. Made by '\(tool) completions bash'.
    # shellcheck shell=bash

    # Each command has a function that answers what is wanted: its options, an option's value, or
    # the argument at a place.

    \(plan.commands.map { bashCommand($0, function) }.joined(separator: "\n"))
    \(function)__tool() {
      case $1 in
        options) \(function)__offer\(bashWords(plan.toolOptions.map(\.name), indent: 6)) ;;
        arg/1)
          \(function)__offer\(bashWords(plan.commandItems.map(\.name), indent: 6))
    \(bashDefault(plan, function))      ;;
      esac
    }

    \(bashFrame(tool, function, plan))
    complete -F \(function) \(tool)

    """
}

private func bashCommand(_ command: CompletionPlan.Command, _ function: String) -> String {
  let options = bashWords(command.options.map(\.name), indent: 6)
  let answers = command.answers.map { answer in
    "    \(answer.wanted.joined(separator: " | "))) \(bashAnswer(answer.completion, function)) ;;\n"
  }
  return """
    \(function)_\(command.name.replacingHyphens)() {
      case $1 in
        options) \(function)__offer\(options) ;;
    \(answers.joined())  esac
    }

    """
}

private func bashAnswer(_ completion: Completion, _ function: String) -> String {
  switch completion {
  case .none: ":"
  case .file(let extensions): ([function + "__files"] + extensions).joined(separator: " ")
  case .directory: function + "__directories"
  case .choices(let choices): function + "__offer" + bashWords(choices.map(\.name), indent: 6)
  case .asks(let kind): function + "__ask " + kind
  }
}

/// The arguments of a shell command, on as many lines as they need. Names need no quotes.
private func bashWords(_ words: [String], indent: Int) -> String {
  let lines = wrapped(words.joined(separator: " "), width: 90 - indent)
  let gap = lines.count > 1 ? " \\\n" + String(repeating: " ", count: indent) : " "
  return lines.map { gap + $0 }.joined()
}

/// Without a command the first word may be what the default command takes.
private func bashDefault(_ plan: CompletionPlan, _ function: String) -> String {
  plan.defaultCommand.map { "      \(function)_\($0.replacingHyphens) arg/1\n" } ?? ""
}

/// The part of the script that is alike for every tool but for names.
private func bashFrame(_ tool: String, _ function: String, _ plan: CompletionPlan) -> String {
  let commands = plan.commands.map { command in
    "      \(command.names.joined(separator: " | "))) command=\(command.name.replacingHyphens) ;;\n"
  }
  let otherwise = plan.defaultCommand.map {
    "      *) command=\($0.replacingHyphens) position=1 ;;\n"
  }
  let forms = plan.commands.compactMap { command in
    command.formPlace.map {
      "    \(command.name.replacingHyphens)/\($0)) section=$1 position=0 ;;\n"
    }
  }
  return """
    # Offers those of the arguments that begin as the value does.
    \(function)__offer() {
      local candidate
      for candidate; do
        if [[ $candidate == "$value"* ]]; then COMPREPLY+=("$candidate"); fi
      done
    }

    # Offers what the tool answers for a kind; what the shell would take apart is quoted.
    \(function)__ask() {
      local tool=\(tool) line
      if [[ ${words[0]} == */* ]]; then tool=${words[0]}; fi
      while IFS= read -r line; do
        line=${line%%$'\\t'*}
        if [[ -n $line && $line == "$value"* ]]; then
          if [[ $line == *[=:,.@/\\(] ]]; then compopt -o nospace 2> /dev/null; fi
          COMPREPLY+=("$line")
        fi
      done <<< "$(command "$tool" complete "$1" -- ${before[@]+"${before[@]}"} "$value" \\
        2> /dev/null < /dev/null)"
      asked=1
    }

    # Offers folders and the files of some extensions, or any file where there are none of these.
    \(function)__files() {
      local extension found=''
      for extension; do
        found+=$(compgen -f -X "!*.$extension" -- "$typed")$'\\n' || :
      done
      if [[ $found == *[!$'\\n']* ]]; then
        found+=$(compgen -d -- "$typed") || :
      else
        found=$(compgen -f -- "$typed") || :
      fi
      \(function)__take "$found"
    }

    \(function)__directories() {
      \(function)__take "$(compgen -d -- "$typed")"
    }

    \(function)__take() {
      local file
      compopt -o filenames 2> /dev/null
      while IFS= read -r file; do
        if [[ -n $file ]]; then COMPREPLY+=("$file"); fi
      done <<< "$1"
    }

    # Puts a word as the command would get it into 'plain', and where a quote stands that nothing
    # closes into 'open'.
    \(function)__unquote() {
      local text=$1 quote='' char index
      plain='' open=''
      for ((index = 0; index < ${#text}; index++)); do
        char=${text:index:1}
        if [[ $quote == "'" && $char != "'" ]]; then
          plain+=$char
        elif [[ $char == \\\\ ]]; then
          index=$((index + 1))
          plain+=${text:index:1}
        elif [[ -n $quote && $char == "$quote" ]]; then
          quote='' open=''
        elif [[ -z $quote && $char == [\\'\\"] ]]; then
          quote=$char open=$index
        else
          plain+=$char
        fi
      done
    }

    # Puts the line up to the cursor into 'words', undoing bash's own cuts, and what stands before
    # the last cut of the last word, which bash keeps as it is, into 'kept'.
    \(function)__split() {
      local line=${COMP_LINE:0:COMP_POINT} piece blanks index last=-1
      for ((index = 0; index <= COMP_CWORD; index++)); do
        piece=${COMP_WORDS[index]-}
        blanks=${line%%[![:space:]]*}
        line=${line#"$blanks"}
        if ((${#piece} > ${#line})); then piece=$line; fi
        line=${line#"$piece"}
        if ((last < 0)) || [[ -n $blanks ]]; then
          last=$((last + 1))
          words[last]=''
        fi
        kept=${words[last]}
        words[last]+=$piece
        \(function)__unquote "$piece"
        quoted=$open
        if [[ -n $quoted ]]; then
          kept+=${piece:0:quoted}
        elif [[ -n $piece && -z ${piece//["$COMP_WORDBREAKS"]/} ]]; then
          kept=${words[last]}
        fi
      done
    }

    # Takes note of a word that is no option.
    \(function)__walk_argument() {
      if [[ -z $command ]]; then
        case $1 in
    \(commands.joined())\(otherwise ?? "      *) command=_tool position=1 ;;\n")    esac
        return
      fi
      position=$((position + 1))
      case $command/$section/$position in
    \(forms.joined())    *) ;;
      esac
    }

    # Walks over the words before the cursor, to know what is wanted at it.
    \(function)__walk() {
      local word
      for word; do
        if [[ -n $option ]]; then
          option=''
        elif [[ -n $ended || $word != -?* || $word == -[0-9.]* ]]; then
          \(function)__walk_argument "$word"
        else
          case $word in
            --) ended=1 ;;
            \(plan.valueSpellings.joined(separator: " | "))) option=$word ;;
            -[!-]*)
              if [[ $word =~ ^-[\(plan.switchLetters)]*[\(plan.valueLetters)]$ ]]; then
                option=-${word: -1}
              fi
              ;;
          esac
        fi
      done
    }

    \(function)() {
      local -a words=() before=()
      local command='' section=arg position=0 option='' ended='' asked='' quoted='' open=''
      local kept='' lead='' typed='' value='' plain='' index
      COMPREPLY=()
      \(function)__split
      typed=${words[${#words[@]} - 1]}
      for ((index = 1; index < ${#words[@]} - 1; index++)); do
        \(function)__unquote "${words[index]}"
        if [[ ${words[index]} == '~'/* ]]; then plain=$HOME${plain:1}; fi
        before+=("$plain")
      done
      \(function)__walk ${before[@]+"${before[@]}"}
      if [[ -z $option && -z $ended && $typed == --*=* ]]; then
        option=${typed%%=*}
        lead=$option=
        typed=${typed#*=}
        before+=("$option")
      fi
      \(function)__unquote "$typed"
      value=$plain
      local wanted=$section/$((position + 1))
      if [[ -n $option ]]; then
        wanted=$option
      elif [[ -z $ended && $typed == -* ]]; then
        wanted=options
      fi
      "\(function)_${command:-_tool}" "$wanted"
      \(function)__insert
    }

    # Makes of the candidates what bash inserts in place of the piece of the word that it knows.
    \(function)__insert() {
      local index text
      \(function)__unquote "$kept"
      for ((index = 0; index < ${#COMPREPLY[@]}; index++)); do
        text=$lead${COMPREPLY[index]}
        text=${text#"$plain"}
        if [[ -n $asked && ${COMP_TYPE-9} == 63 && ${#COMPREPLY[@]} -gt 1 ]]; then
          text=${text##*,} # bash only lists, so the part that differs is enough
        elif [[ -n $asked && -z $quoted && $text == *[[:space:]\\'\\"\\\\\\$\\`\\|\\&\\;\\<\\>\\(\\)\\*\\?\\[\\{\\!\\#]* ]]; then
          printf -v text %q "$text"
          text=${text//\\\\,/,}
        fi
        COMPREPLY[index]=$text
      done
    }

    """
}

extension String {
  /// A name as a part of a shell function's name.
  var replacingHyphens: String { String(map { $0 == "-" ? "_" : $0 }) }
}
