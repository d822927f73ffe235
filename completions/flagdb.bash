# Completes the command line of flagdb in bash. Made by 'flagdb completions bash'.
# shellcheck shell=bash

# Each command has a function that answers what is wanted: its options, an option's value, or
# the argument at a place.

_flagdb_new() {
  case $1 in
    options) _flagdb__offer --wal --color --verbose --help --version -h -V ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files ;;
    arg/*) _flagdb__files swift ;;
  esac
}

_flagdb_define() {
  case $1 in
    options) _flagdb__offer --unique --color --verbose --help --version -h -V ;;
    --unique) _flagdb__ask defined-name ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__offer flags enum entity attribute expression ;;
    flags/1) _flagdb__ask flag-set ;;
    flags/* | entity/1) : ;;
    enum/1) _flagdb__ask enumeration ;;
    enum/*) : ;;
    entity/*) _flagdb__ask definition ;;
    attribute/1) _flagdb__ask entity ;;
    attribute/*) _flagdb__ask definition ;;
    expression/1) _flagdb__ask expression-name ;;
    expression/2) _flagdb__ask predicate ;;
  esac
}

_flagdb_migrate() {
  case $1 in
    options) _flagdb__offer \
      --dry-run --sql --check --to --history --rename --drop --fill --clear --allow-loss \
      --yes --format --output --raw --no-header --null --nul --csv-safe --color --verbose \
      --help --version -y -f -o -z -h -V ;;
    --to) _flagdb__ask version ;;
    --rename) _flagdb__ask rename ;;
    --drop) _flagdb__ask model-name ;;
    --fill) _flagdb__ask fill ;;
    --clear) _flagdb__ask flag-name ;;
    -f | --format) _flagdb__offer table csv tsv json ndjson line markdown names ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/*) _flagdb__files swift ;;
  esac
}

_flagdb_schema() {
  case $1 in
    options) _flagdb__offer --format --color --verbose --help --version -f -h -V ;;
    -f | --format) _flagdb__offer swift sql json mermaid ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 swift ;;
    arg/2) _flagdb__ask entity ;;
  esac
}

_flagdb_flags() {
  case $1 in
    options) _flagdb__offer \
      --format --output --raw --no-header --null --nul --csv-safe --color --verbose --help \
      --version -f -o -z -h -V ;;
    -f | --format) _flagdb__offer table csv tsv json ndjson line markdown names ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 swift ;;
    arg/2) _flagdb__ask flag-set ;;
    arg/*) _flagdb__ask flags-of-type ;;
  esac
}

_flagdb_check() {
  case $1 in
    options) _flagdb__offer \
      --format --output --raw --no-header --null --nul --csv-safe --color --verbose --help \
      --version -f -o -z -h -V ;;
    -f | --format) _flagdb__offer table csv tsv json ndjson line markdown names ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
  esac
}

_flagdb_backup() {
  case $1 in
    options) _flagdb__offer --color --verbose --help --version -h -V ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__files ;;
  esac
}

_flagdb_insert() {
  case $1 in
    options) _flagdb__offer \
      --raw --from --format --delimiter --no-header --columns --map --skip --null --dates \
      --ignore --replace --upsert --batch --skip-records --dry-run --on-error --rejects \
      --create --sample --sql --color --verbose --help --version -f -h -V ;;
    --from) _flagdb__files csv tsv json ndjson ;;
    -f | --format) _flagdb__offer csv tsv json ndjson ;;
    --columns) _flagdb__ask attributes ;;
    --map) _flagdb__ask mapping ;;
    --skip) _flagdb__ask file-column ;;
    --dates) _flagdb__offer iso epoch ;;
    --upsert) _flagdb__ask unique ;;
    --on-error) _flagdb__offer stop skip collect ;;
    --rejects) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
    arg/*) _flagdb__ask assignment ;;
  esac
}

_flagdb_query() {
  case $1 in
    options) _flagdb__offer \
      --has --any --none --exactly --not-all --where --arg --id --columns --group-by \
      --having --sort --limit --offset --count --exists --format --output --raw \
      --no-header --null --nul --csv-safe --sql --explain --color --verbose --help \
      --version -w -c -g -s -n -f -o -z -h -V ;;
    --has | --any | --none | --lacks | --exactly | --not-all) _flagdb__ask flags ;;
    -w | --where) _flagdb__ask predicate ;;
    --arg) _flagdb__ask argument ;;
    --id) _flagdb__ask record ;;
    -c | --columns) _flagdb__ask columns ;;
    -g | --group-by) _flagdb__ask groups ;;
    --having) _flagdb__ask group-predicate ;;
    -s | --sort) _flagdb__ask order ;;
    -f | --format) _flagdb__offer table csv tsv json ndjson line markdown names ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
  esac
}

_flagdb_update() {
  case $1 in
    options) _flagdb__offer \
      --has --any --none --exactly --not-all --where --arg --id --all --yes --raw --sql \
      --color --verbose --help --version -w -y -h -V ;;
    --has | --any | --none | --lacks | --exactly | --not-all) _flagdb__ask flags ;;
    -w | --where) _flagdb__ask predicate ;;
    --arg) _flagdb__ask argument ;;
    --id) _flagdb__ask record ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
    arg/*) _flagdb__ask assignment ;;
  esac
}

_flagdb_delete() {
  case $1 in
    options) _flagdb__offer \
      --has --any --none --exactly --not-all --where --arg --id --all --yes --sql --color \
      --verbose --help --version -w -y -h -V ;;
    --has | --any | --none | --lacks | --exactly | --not-all) _flagdb__ask flags ;;
    -w | --where) _flagdb__ask predicate ;;
    --arg) _flagdb__ask argument ;;
    --id) _flagdb__ask record ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
  esac
}

_flagdb_stats() {
  case $1 in
    options) _flagdb__offer \
      --has --any --none --exactly --not-all --where --arg --id --top --min-count \
      --at-least --format --svg --output --sql --color --verbose --help --version -w -n -f \
      -o -h -V ;;
    --has | --any | --none | --lacks | --exactly | --not-all) _flagdb__ask flags ;;
    -w | --where) _flagdb__ask predicate ;;
    --arg) _flagdb__ask argument ;;
    --id) _flagdb__ask record ;;
    -f | --format) _flagdb__offer plot table csv tsv json ndjson line markdown names ;;
    --svg) _flagdb__files svg ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
    arg/*) _flagdb__ask attributes ;;
  esac
}

_flagdb_sql() {
  case $1 in
    options) _flagdb__offer \
      --param --write --format --output --raw --no-header --null --nul --csv-safe --sql \
      --color --verbose --help --version -p -f -o -z -h -V ;;
    -f | --format) _flagdb__offer table csv tsv json ndjson line markdown names ;;
    -o | --output) _flagdb__files ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) : ;;
  esac
}

_flagdb_repl() {
  case $1 in
    options) _flagdb__offer --keep-going --color --verbose --help --version -k -h -V ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__files db sqlite sqlite3 ;;
    arg/2) _flagdb__ask entity ;;
  esac
}

_flagdb_completions() {
  case $1 in
    options) _flagdb__offer --color --verbose --help --version -h -V ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) _flagdb__offer bash zsh fish ;;
  esac
}

_flagdb_help() {
  case $1 in
    options) _flagdb__offer --color --verbose --help --version -h -V ;;
    arg/1) _flagdb__offer \
      new define migrate schema flags check backup insert query update delete stats sql \
      repl completions help model predicates tutorial ;;
  esac
}

_flagdb_complete() {
  case $1 in
    options) _flagdb__offer --color --verbose --help --version -h -V ;;
    --color) _flagdb__offer auto always never ;;
    arg/1) : ;;
    arg/*) : ;;
  esac
}

_flagdb_document() {
  case $1 in
    options) _flagdb__offer --completions --man --color --verbose --help --version -h -V ;;
    --completions | --man) _flagdb__directories ;;
    --color) _flagdb__offer auto always never ;;
  esac
}

_flagdb__tool() {
  case $1 in
    options) _flagdb__offer --color --verbose --help --version -h -V ;;
    arg/1)
      _flagdb__offer \
      new define migrate schema flags check backup insert query update delete stats sql \
      repl completions help
      _flagdb_repl arg/1
      ;;
  esac
}

# Offers those of the arguments that begin as the value does.
_flagdb__offer() {
  local candidate
  for candidate; do
    if [[ $candidate == "$value"* ]]; then COMPREPLY+=("$candidate"); fi
  done
}

# Offers what the tool answers for a kind; what the shell would take apart is quoted.
_flagdb__ask() {
  local tool=flagdb line
  if [[ ${words[0]} == */* ]]; then tool=${words[0]}; fi
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    if [[ -n $line && $line == "$value"* ]]; then
      if [[ $line == *[=:,.@/\(] ]]; then compopt -o nospace 2> /dev/null; fi
      COMPREPLY+=("$line")
    fi
  done <<< "$(command "$tool" complete "$1" -- ${before[@]+"${before[@]}"} "$value" \
    2> /dev/null < /dev/null)"
  asked=1
}

# Offers folders and the files of some extensions, or any file where there are none of these.
_flagdb__files() {
  local extension found=''
  for extension; do
    found+=$(compgen -f -X "!*.$extension" -- "$typed")$'\n' || :
  done
  if [[ $found == *[!$'\n']* ]]; then
    found+=$(compgen -d -- "$typed") || :
  else
    found=$(compgen -f -- "$typed") || :
  fi
  _flagdb__take "$found"
}

_flagdb__directories() {
  _flagdb__take "$(compgen -d -- "$typed")"
}

_flagdb__take() {
  local file
  compopt -o filenames 2> /dev/null
  while IFS= read -r file; do
    if [[ -n $file ]]; then COMPREPLY+=("$file"); fi
  done <<< "$1"
}

# Puts a word as the command would get it into 'plain', and where a quote stands that nothing
# closes into 'open'.
_flagdb__unquote() {
  local text=$1 quote='' char index
  plain='' open=''
  for ((index = 0; index < ${#text}; index++)); do
    char=${text:index:1}
    if [[ $quote == "'" && $char != "'" ]]; then
      plain+=$char
    elif [[ $char == \\ ]]; then
      index=$((index + 1))
      plain+=${text:index:1}
    elif [[ -n $quote && $char == "$quote" ]]; then
      quote='' open=''
    elif [[ -z $quote && $char == [\'\"] ]]; then
      quote=$char open=$index
    else
      plain+=$char
    fi
  done
}

# Puts the line up to the cursor into 'words', undoing bash's own cuts, and what stands before
# the last cut of the last word, which bash keeps as it is, into 'kept'.
_flagdb__split() {
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
    _flagdb__unquote "$piece"
    quoted=$open
    if [[ -n $quoted ]]; then
      kept+=${piece:0:quoted}
    elif [[ -n $piece && -z ${piece//["$COMP_WORDBREAKS"]/} ]]; then
      kept=${words[last]}
    fi
  done
}

# Takes note of a word that is no option.
_flagdb__walk_argument() {
  if [[ -z $command ]]; then
    case $1 in
      new) command=new ;;
      define) command=define ;;
      migrate) command=migrate ;;
      schema) command=schema ;;
      flags) command=flags ;;
      check) command=check ;;
      backup) command=backup ;;
      insert) command=insert ;;
      query) command=query ;;
      update) command=update ;;
      delete) command=delete ;;
      stats) command=stats ;;
      sql) command=sql ;;
      repl) command=repl ;;
      completions) command=completions ;;
      help) command=help ;;
      complete) command=complete ;;
      document) command=document ;;
      *) command=repl position=1 ;;
    esac
    return
  fi
  position=$((position + 1))
  case $command/$section/$position in
    define/arg/2) section=$1 position=0 ;;
    *) ;;
  esac
}

# Walks over the words before the cursor, to know what is wanted at it.
_flagdb__walk() {
  local word
  for word; do
    if [[ -n $option ]]; then
      option=''
    elif [[ -n $ended || $word != -?* || $word == -[0-9.]* ]]; then
      _flagdb__walk_argument "$word"
    else
      case $word in
        --) ended=1 ;;
        --unique | --to | --rename | --drop | --fill | --clear | -f | --format | -o | --output | --null | --from | --delimiter | --columns | --map | --skip | --dates | --upsert | --batch | --skip-records | --on-error | --rejects | --sample | --has | --any | --none | --lacks | --exactly | --not-all | -w | --where | --arg | --id | -c | -g | --group-by | --having | -s | --sort | -n | --limit | --offset | --top | --min-count | --svg | -p | --param | --completions | --man | --color) option=$word ;;
        -[!-]*)
          if [[ $word =~ ^-[yzkhV]*[fowcgsnp]$ ]]; then
            option=-${word: -1}
          fi
          ;;
      esac
    fi
  done
}

_flagdb() {
  local -a words=() before=()
  local command='' section=arg position=0 option='' ended='' asked='' quoted='' open=''
  local kept='' lead='' typed='' value='' plain='' index
  COMPREPLY=()
  _flagdb__split
  typed=${words[${#words[@]} - 1]}
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    _flagdb__unquote "${words[index]}"
    if [[ ${words[index]} == '~'/* ]]; then plain=$HOME${plain:1}; fi
    before+=("$plain")
  done
  _flagdb__walk ${before[@]+"${before[@]}"}
  if [[ -z $option && -z $ended && $typed == --*=* ]]; then
    option=${typed%%=*}
    lead=$option=
    typed=${typed#*=}
    before+=("$option")
  fi
  _flagdb__unquote "$typed"
  value=$plain
  local wanted=$section/$((position + 1))
  if [[ -n $option ]]; then
    wanted=$option
  elif [[ -z $ended && $typed == -* ]]; then
    wanted=options
  fi
  "_flagdb_${command:-_tool}" "$wanted"
  _flagdb__insert
}

# Makes of the candidates what bash inserts in place of the piece of the word that it knows.
_flagdb__insert() {
  local index text
  _flagdb__unquote "$kept"
  for ((index = 0; index < ${#COMPREPLY[@]}; index++)); do
    text=$lead${COMPREPLY[index]}
    text=${text#"$plain"}
    if [[ -n $asked && ${COMP_TYPE-9} == 63 && ${#COMPREPLY[@]} -gt 1 ]]; then
      text=${text##*,} # bash only lists, so the part that differs is enough
    elif [[ -n $asked && -z $quoted && $text == *[[:space:]\'\"\\\$\`\|\&\;\<\>\(\)\*\?\[\{\!\#]* ]]; then
      printf -v text %q "$text"
      text=${text//\\,/,}
    fi
    COMPREPLY[index]=$text
  done
}

complete -F _flagdb flagdb
