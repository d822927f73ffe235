/// The completion script for zsh, as a file `_tool` on the function path or as text to evaluate.
func zshScript(_ tool: String) -> String {
  let function = "_" + tool.replacingHyphens
  return """
    #compdef \(tool)
    # Completes the command line of \(tool) in zsh. Made by '\(tool) completions zsh'.
    #
    # The tool reads the words and answers what may stand at the cursor; zsh quotes it.

    \(function)() {
      local line tool=\(tool) kind=values paths=''
      local -a before closed open pattern quoted
      if [[ $words[1] == */* ]]; then tool=${~${(Q)words[1]}}; fi
      whence -p -- "$tool" > /dev/null || return 1
      before=("${(@Q)${(@)words[2,CURRENT-1]}}")
      if [[ -n $compstate[quote] ]]; then quoted=(--quoted); fi
      for line in "${(@f)$(command "$tool" complete zsh "${quoted[@]}" -- "${before[@]}" "${(Q)PREFIX}" 2> /dev/null < /dev/null)}"; do
        case $line in
          ('kind '*) kind=${line#* } ;;
          ('closed '*) closed+=("${line#* }") ;;
          ('open '*) open+=("${line#* }") ;;
          ('keep option') compset -P 1 '*=' ;;
          ('keep list') compset -P '*[,\\|:=]' ;;
          ('files '*) paths=1 pattern=(-g "${line#* }") ;;
          (files) paths=1 ;;
          (directories) paths=1 pattern=(-/) ;;
        esac
      done
      if [[ $kind == options ]]; then
        _describe -o -t options option closed
      elif (( $#closed + $#open )); then
        # In the order of the tool, for which both the tag and the groups of a description ask. Among equal
        # descriptions, zsh would sort numbers as texts.
        if [[ ${closed[1]-} == <->:* ]]; then
          zstyle ":completion:*:*:\(tool):*:$kind" list-grouped false
        fi
        _describe -V -t $kind ${kind%s} closed -V $kind -- open -V $kind -S ''
      fi
      if [[ -n $paths ]]; then _files -F '*.\(tool)' "${pattern[@]}"; fi
    }

    # Called by the completion system, or only just read by the user's own start file.
    if [[ ${zsh_eval_context[-1]-} == loadautofunc ]]; then
      \(function) "$@"
    else
      compdef \(function) \(tool)
    fi

    """
}
