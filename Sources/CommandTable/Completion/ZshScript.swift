/// The completion script for zsh, as a file `_tool` on the function path or as text to evaluate.
func zshScript(_ tool: String, _ plan: CompletionPlan) -> String {
  let function = "_" + tool.replacingHyphens
  return """
    #compdef \(tool)
    # Completes the command line of \(tool) in zsh. Made by '\(tool) completions zsh'.

    # Each command has a function that answers what is wanted: its options, an option's value, or
    # the argument at a place.

    \(plan.commands.map { zshCommand($0, function) }.joined(separator: "\n"))
    \(function)__tool() {
      case $1 in
        (options) \(function)__offer options\(zshItems(plan.toolOptions)) ;;
        (arg/1)
          \(function)__offer commands\(zshItems(plan.commandItems))
    \(zshDefault(plan, function))      ;;
      esac
    }

    \(zshFrame(tool, function, plan))
    # Called by the completion system, or only just read by the user's own start file.
    if [[ ${zsh_eval_context[-1]-} == loadautofunc ]]; then
      \(function) "$@"
    else
      compdef \(function) \(tool)
    fi

    """
}

private func zshCommand(_ command: CompletionPlan.Command, _ function: String) -> String {
  let answers = command.answers.map { answer in
    "    (\(answer.wanted.joined(separator: "|"))) \(zshAnswer(answer.completion, function)) ;;\n"
  }
  return """
    \(function)_\(command.name.replacingHyphens)() {
      case $1 in
        (options) \(function)__offer options\(zshItems(command.options)) ;;
    \(answers.joined())  esac
    }

    """
}

private func zshAnswer(_ completion: Completion, _ function: String) -> String {
  switch completion {
  case .none: ":"
  case .file(let extensions):
    extensions.isEmpty ? "_files" : "_files -g '*.(\(extensions.joined(separator: "|")))(-.)'"
  case .directory: "_files -/"
  case .choices(let choices):
    function + "__offer values"
      + zshItems(choices.map { CompletionPlan.Item(name: $0.name, help: $0.help ?? "") })
  case .asks(let kind): function + "__ask " + kind
  }
}

/// Candidates as `_describe` takes them, a line each.
private func zshItems(_ items: [CompletionPlan.Item]) -> String {
  items.map { item in
    let text = item.help.isEmpty ? item.name : "\(item.name):\(withoutMarks(item.help))"
    return
      " \\\n      '\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }.joined()
}

private func zshDefault(_ plan: CompletionPlan, _ function: String) -> String {
  plan.defaultCommand.map { "      \(function)_\($0.replacingHyphens) arg/1\n" } ?? ""
}

/// The part of the script that is alike for every tool but for names.
private func zshFrame(_ tool: String, _ function: String, _ plan: CompletionPlan) -> String {
  let commands = plan.commands.map { command in
    "      (\(command.names.joined(separator: "|"))) command=\(command.name.replacingHyphens) ;;\n"
  }
  let otherwise = plan.defaultCommand.map {
    "      (*) command=\($0.replacingHyphens) position=1 ;;\n"
  }
  let forms = plan.commands.compactMap { command in
    command.formPlace.map {
      "    (\(command.name.replacingHyphens)/\($0)) section=$1 position=0 ;;\n"
    }
  }
  return """
    # Offers candidates, 'name:description' each, under a heading.
    \(function)__offer() {
      local heading=$1
      local -a items=("${@:2}")
      if [[ $heading == options ]]; then
        _describe -o -t options option items
      else
        _describe -t $heading ${heading%s} items
      fi
    }

    # Offers what the tool answers for a kind. What stands before the last comma is kept, and only
    # what follows it is listed.
    \(function)__ask() {
      local line candidate description kept=${(M)value##*[,\\|:=]} program=\(tool)
      local -a closed open
      if [[ $words[1] == */* ]]; then program=${~${(Q)words[1]}}; fi
      for line in "${(@f)$(command "$program" complete "$1" -- "${before[@]}" "$value" 2> /dev/null < /dev/null)}"; do
        candidate=${line%%$'\\t'*}
        if [[ -z $candidate || $candidate != "$value"* ]]; then continue; fi
        description=''
        if [[ $line == *$'\\t'* ]]; then description=:${line#*$'\\t'}; fi
        line=${candidate#"$kept"}
        line=${${line//\\\\/\\\\\\\\}//:/\\\\:}$description
        if [[ $candidate == *[=:,.@/\\(] ]]; then open+=("$line"); else closed+=("$line"); fi
      done
      if [[ -n $kept ]]; then compset -P '*[,\\|:=]'; fi
      _describe -t $1 $1 closed -- open -S ''
    }

    # Takes note of a word that is no option.
    \(function)__walk_argument() {
      if [[ -z $command ]]; then
        case $1 in
    \(commands.joined())\(otherwise ?? "      (*) command=_tool position=1 ;;\n")    esac
        return
      fi
      position=$((position + 1))
      case $command/$section/$position in
    \(forms.joined())    (*) ;;
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
            (--) ended=1 ;;
            (\(plan.valueSpellings.joined(separator: "|"))) option=$word ;;
            (-[^-]*)
              if [[ $word =~ '^-[\(plan.switchLetters)]*[\(plan.valueLetters)]$' ]]; then
                option=-${word[-1]}
              fi
              ;;
          esac
        fi
      done
    }

    \(function)() {
      local command='' section=arg option='' ended='' wanted value
      local -i position=0
      local -a before
      before=("${(@Q)${(@)words[2,CURRENT-1]}}")
      before=("${(@)before/#(#b)\\~\\//$HOME/}")
      \(function)__walk "${before[@]}"
      if [[ -z $option && -z $ended && $PREFIX == --*=* ]]; then
        option=${PREFIX%%=*}
        before+=("$option")
        compset -P 1 '*='
      fi
      value=${(Q)PREFIX}
      wanted=$section/$((position + 1))
      if [[ -n $option ]]; then
        wanted=$option
      elif [[ -z $ended && $PREFIX == -* ]]; then
        wanted=options
      fi
      \(function)_${command:-_tool} $wanted
    }

    """
}
