# Completes the command line of flagdb in bash. Made by 'flagdb completions bash'.
# shellcheck shell=bash
#
# The tool reads the line and answers what may stand at the cursor, in the quotes that are open
# there. Only files are bash's own matter.

_flagdb() {
  local tool=flagdb line word='' head='' strip='' found=''
  COMPREPLY=()
  if [[ ${COMP_WORDS[0]} == */* ]]; then tool=${COMP_WORDS[0]/#\~\//$HOME/}; fi
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
      'extension '*) found+=$(compgen -f -X "!*.${line#* }" -- "$word")$'\n' || : ;;
      nospace) compopt -o nospace 2> /dev/null || : ;;
      files)
        _flagdb__files "$found" "$(compgen -d -- "$word")" \
          "$(compgen -f -X '*.flagdb' -- "$word")"
        ;;
      directories) _flagdb__take "$(compgen -d -- "$word")" ;;
    esac
  done <<< "$(command "$tool" complete bash -- "${COMP_TYPE-}" "${COMP_WORDBREAKS-}" "$2" \
    "${COMP_LINE:0:COMP_POINT}" 2> /dev/null < /dev/null)"
}

# Takes the files of some extensions and folders, or any file if none has these extensions, but
# those that flagdb puts beside others.
_flagdb__files() {
  if [[ $1 == *[!$'\n']* ]]; then _flagdb__take "$1$2"; else _flagdb__take "$3"; fi
}

_flagdb__take() {
  local file
  compopt -o filenames 2> /dev/null || :
  while IFS= read -r file; do
    if [[ -n $file ]]; then COMPREPLY+=("$head${file#"$strip"}"); fi
  done <<< "$1"
}

complete -F _flagdb flagdb
