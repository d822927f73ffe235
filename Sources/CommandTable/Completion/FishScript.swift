/// The completion script for fish, 3.1 and later.
func fishScript(_ tool: String) -> String {
  let function = "__" + tool.replacingHyphens
  return """
    # Completes the command line of \(tool) in fish. Made by '\(tool) completions fish'.
    #
    # The tool reads the words and answers what may stand at the cursor; fish keeps what fits, and
    # quotes it.

    function \(function)
        set -l before (commandline -opc)
        set -l value (commandline -ct | string unescape)
        set -l tool \(tool)
        set -l quoted
        if commandline -ct | string match -q -r -- '^[\\'"]'
            set quoted --quoted
        end
        set -l head ''
        set -l word "$value"
        if string match -q -- '*/*' "$before[1]"
            set tool $before[1]
        end
        command -q "$tool"; or return
        set -e before[1]
        for line in (command $tool complete fish $quoted -- $before "$value" 2>/dev/null </dev/null)
            set -l rest (string replace -r -- '^[a-z]+ ?' '' $line)
            switch $line
                case 'candidate *'
                    printf '%s\\n' $rest
                case 'head *'
                    set head $rest
                    set word (string sub -s (math (string length -- $head) + 1) -- $value)
                case 'files*' directories
                    \(function)__paths "$word" $line | string replace -r -- '^' "$head"
            end
        end
    end

    # Prints the paths that begin as a word does: folders, which end in a slash, and files whose names
    # match the pattern, or any file if none does, but those that \(tool) puts beside others.
    function \(function)__paths
        set -l paths (__fish_complete_path (string replace -r -- '^~/' "$HOME/" $argv[1]))
        if string match -q -- '~/*' $argv[1]
            set paths (string replace -- "$HOME/" '~/' $paths)
        end
        set paths (string replace -r -- '\\t.*' '' $paths)
        set -l folders (string match -- '*/' $paths)
        set -l chosen (string match -r -- (string replace -r -- '^files ?' '' $argv[2]) $paths)
        if test $argv[2] = directories
            set paths $folders
        else if test -n "$chosen"
            set paths $chosen $folders
        else
            set paths (string match -v -- '*.\(tool)' $paths)
        end
        string join \\n -- $paths
    end

    complete -c \(tool) -e
    complete -c \(tool) -f -k -a '(\(function))'

    """
}
