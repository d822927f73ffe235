/// The completion script for fish, 3.1 and later.
func fishScript(_ tool: String, _ plan: CompletionPlan) -> String {
  let function = "__" + tool.replacingHyphens
  return """
    # Completes the command line of \(tool) in fish. Made by '\(tool) completions fish'.

    # Each command has a function that answers what is wanted: its options, an option's value, or
    # the argument at a place. Functions see the variables of their callers.

    \(plan.commands.map { fishCommand($0, function) }.joined(separator: "\n"))
    function \(function)__tool --no-scope-shadowing
        switch $argv[1]
            case options
                \(fishItems(plan.toolOptions))
            case arg/1
                \(fishItems(plan.commandItems))
    \(fishDefault(plan, function))    end
    end

    \(fishFrame(tool, function, plan))
    complete -c \(tool) -e
    complete -c \(tool) -f -k -a '(\(function))'

    """
}

private func fishCommand(_ command: CompletionPlan.Command, _ function: String) -> String {
  let answers = command.answers.map { answer in
    let wanted = answer.wanted.map { $0.hasSuffix("*") ? "'\($0)'" : $0 }.joined(separator: " ")
    return "        case \(wanted)\n            \(fishAnswer(answer.completion, function))\n"
  }
  return """
    function \(function)_\(command.name.replacingHyphens) --no-scope-shadowing
        switch $argv[1]
            case options
                \(fishItems(command.options))
    \(answers.joined())    end
    end

    """
}

private func fishAnswer(_ completion: Completion, _ function: String) -> String {
  switch completion {
  case .none: "true"
  case .file(let extensions): ([function + "__files"] + extensions).joined(separator: " ")
  case .directory: function + "__directories"
  case .choices(let choices):
    fishItems(choices.map { CompletionPlan.Item(name: $0.name, help: $0.help ?? "") })
  case .asks(let kind): function + "__ask " + kind
  }
}

/// Prints candidates with their descriptions, a line each.
private func fishItems(_ items: [CompletionPlan.Item]) -> String {
  "printf '%s\\t%s\\n'"
    + items.map { " \\\n                \($0.name) \(fishQuoted($0.help))" }.joined()
}

private func fishQuoted(_ text: String) -> String {
  "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "'"
}

private func fishDefault(_ plan: CompletionPlan, _ function: String) -> String {
  plan.defaultCommand.map { "            \(function)_\($0.replacingHyphens) arg/1\n" } ?? ""
}

/// The part of the script that is alike for every tool but for names.
private func fishFrame(_ tool: String, _ function: String, _ plan: CompletionPlan) -> String {
  let commands = plan.commands.map { command in
    """
                case \(command.names.joined(separator: " "))
                    set command \(command.name.replacingHyphens)

    """
  }
  let forms = plan.commands.compactMap { command in
    command.formPlace.map {
      """
              case \(command.name.replacingHyphens)/\($0)
                  set section $argv[1]
                  set position 0

      """
    }
  }
  return """
    # Prints what the tool answers for a kind; fish itself keeps those that fit.
    function \(function)__ask --no-scope-shadowing
        command $program complete $argv[1] -- $before "$value" 2>/dev/null </dev/null
    end

    # Prints the paths that begin as the value does; folders end in a slash.
    function \(function)__paths --no-scope-shadowing
        set -l paths (__fish_complete_path (string replace -r -- '^~/' "$HOME/" "$value"))
        if string match -q -- '~/*' "$value"
            set paths (string replace -- "$HOME/" '~/' $paths)
        end
        string replace -r -- '\\t.*' '' $paths
    end

    # Prints folders and the files of some extensions, or any file where there are none of these.
    function \(function)__files --no-scope-shadowing
        set -l paths (\(function)__paths)
        set -l chosen (string match -r -- '^.*\\.(?:'(string join '|' -- $argv)')$' $paths)
        if test -n "$chosen"
            set paths $chosen (string match -- '*/' $paths)
        end
        string join \\n -- $paths
    end

    function \(function)__directories --no-scope-shadowing
        string match -- '*/' (\(function)__paths)
    end

    # Takes note of a word that is no option.
    function \(function)__walk_argument --no-scope-shadowing
        if test -z "$command"
            switch $argv[1]
    \(commands.joined())            case '*'
                    set command \(plan.defaultCommand?.replacingHyphens ?? "_tool")
                    set position 1
            end
            return
        end
        set position (math $position + 1)
        switch $command/$section/$position
    \(forms.joined())        case '*'
        end
    end

    # Walks over the words before the cursor, to know what is wanted at it.
    function \(function)__walk --no-scope-shadowing
        for word in $argv
            if test -n "$option"
                set option ''
            else if test -n "$ended"; or not string match -q -- '-?*' $word; or string match -qr -- '^-[0-9.]' $word
                \(function)__walk_argument $word
            else if test "$word" = --
                set ended 1
            else if contains -- $word \(plan.valueSpellings.joined(separator: " "))
                set option $word
            else if string match -qr -- '^-[\(plan.switchLetters)]*[\(plan.valueLetters)]$' $word
                set option -(string sub -s -1 -- $word)
            end
        end
    end

    function \(function)
        set -l before (commandline -opc | string replace -r -- '^~/' "$HOME/")
        set -l typed (commandline -ct)
        set -l value (string replace -r -- '^[\\'"]' '' "$typed" | string unescape)
        set -l command ''
        set -l section arg
        set -l position 0
        set -l option ''
        set -l ended ''
        set -l lead ''
        set -l program \(tool)
        if string match -q -- '*/*' "$before[1]"
            set program $before[1]
        end
        set -e before[1]
        \(function)__walk $before
        if test -z "$option$ended"; and string match -q -- '--*=*' $value
            set option (string replace -r -- '=.*' '' $value)
            set lead $option=
            set value (string replace -r -- '^[^=]*=' '' $value)
            set -a before $option
        end
        set -l wanted $section/(math $position + 1)
        if test -n "$option"
            set wanted $option
        else if test -z "$ended"; and string match -q -- '-*' $value
            set wanted options
        end
        if test -z "$command"
            set command _tool
        end
        for candidate in (\(function)_$command $wanted)
            printf '%s\\n' "$lead$candidate"
        end
    end

    """
}
