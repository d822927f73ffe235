/// The completion script for bash 3.2 and later. It needs no other package.
func bashScript(_ tool: String) -> String {
  let function = "_" + tool.replacingHyphens
  return """
    # Completes the command line of \(tool) in bash. Made by '\(tool) completions bash'.
    # shellcheck shell=bash
    #
    # The tool reads the line and answers what may stand at the cursor, in the quotes that are open
    # there. Only files are bash's own matter.

    \(function)() {
      local tool=\(tool) line word='' head='' strip='' found=''
      COMPREPLY=()
      if [[ ${COMP_WORDS[0]} == */* ]]; then tool=${COMP_WORDS[0]/#\\~\\//$HOME/}; fi
      type -P "$tool" > /dev/null || return 0
      while IFS= read -r line; do
        case $line in
          'candidate '*)
            COMPREPLY+=("${line#* }")
            compopt -o nosort 2> /dev/null || :
            ;;
          'word '*) word=${line#* } ;;
          'head '*) head=${line#* } ;;
          'strip '*) strip=${line#* } ;;
          'extension '*) found+=$(compgen -f -X "!*.${line#* }" -- "$word")$'\\n' || : ;;
          nospace) compopt -o nospace 2> /dev/null || : ;;
          files)
            \(function)__files "$found" "$(compgen -d -- "$word")" \\
              "$(compgen -f -X '*.\(tool)' -- "$word")"
            ;;
          directories) \(function)__take "$(compgen -d -- "$word")" ;;
        esac
      done <<< "$(command "$tool" complete bash -- "${COMP_TYPE-}" "${COMP_WORDBREAKS-}" "$2" \\
        "${COMP_LINE:0:COMP_POINT}" 2> /dev/null < /dev/null)"
    }

    # Takes the files of some extensions and folders, or any file if none has these extensions, but
    # those that \(tool) puts beside others.
    \(function)__files() {
      if [[ $1 == *[!$'\\n']* ]]; then \(function)__take "$1$2"; else \(function)__take "$3"; fi
    }

    \(function)__take() {
      local file
      compopt -o filenames 2> /dev/null || :
      while IFS= read -r file; do
        if [[ -n $file ]]; then COMPREPLY+=("$head${file#"$strip"}"); fi
      done <<< "$1"
    }

    complete -F \(function) \(tool)

    """
}
