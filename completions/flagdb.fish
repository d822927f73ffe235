# Completes the command line of flagdb in fish. Made by 'flagdb completions fish'.

# Each command has a function that answers what is wanted: its options, an option's value, or
# the argument at a place. Functions see the variables of their callers.

function __flagdb_new --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --wal 'keep a write-ahead log, so that readers and a writer do not wait' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files
        case 'arg/*'
            __flagdb__files swift
    end
end

function __flagdb_define --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --unique 'no two records have the same value of this attribute' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --unique
            __flagdb__ask defined-name
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            printf '%s\t%s\n' \
                flags 'adds a flag set, or flags to one' \
                enum 'adds an enum' \
                entity 'adds a kind of record' \
                attribute 'adds attributes to an entity' \
                expression 'names a calculation, which is then used like an attribute'
        case flags/1
            __flagdb__ask flag-set
        case 'flags/*' entity/1
            true
        case enum/1
            __flagdb__ask enumeration
        case 'enum/*'
            true
        case 'entity/*'
            __flagdb__ask definition
        case attribute/1
            __flagdb__ask entity
        case 'attribute/*'
            __flagdb__ask definition
        case expression/1
            __flagdb__ask expression-name
        case expression/2
            __flagdb__ask predicate
    end
end

function __flagdb_migrate --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --dry-run 'print the plan and change nothing' \
                --sql 'with --dry-run, print the script that plain sqlite3 can run instead' \
                --check 'print the plan, change nothing, and exit 3 if there is something to do' \
                --to 'go back or forward to a version of the history' \
                --history 'list the versions: when, from where, what changed' \
                --rename 'the new name of an entity, an attribute, a flag or a case, as in BIOMarker.PLX=SpO2' \
                --drop 'this one goes, and has no new name' \
                --fill 'what records get that have no value, or one that is refused' \
                --clear 'take the bit of a flag that goes away from all records' \
                --allow-loss 'lose what the plan says is lost; a backup is made beside the file' \
                --yes 'do not ask on a terminal' \
                --format 'how records are written; a table on a terminal, csv elsewhere' \
                --output 'write to this file, whose name also says the format' \
                --raw 'show what is stored: numbers instead of names' \
                --no-header 'leave out the names of the columns' \
                --null 'show this where there is no value' \
                --nul 'end records with NUL, for xargs -0' \
                --csv-safe 'keep spreadsheets from running cells that begin with =' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -y 'do not ask on a terminal' \
                -f 'how records are written; a table on a terminal, csv elsewhere' \
                -o 'write to this file, whose name also says the format' \
                -z 'end records with NUL, for xargs -0' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --to
            __flagdb__ask version
        case --rename
            __flagdb__ask rename
        case --drop
            __flagdb__ask model-name
        case --fill
            __flagdb__ask fill
        case --clear
            __flagdb__ask flag-name
        case -f --format
            printf '%s\t%s\n' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case 'arg/*'
            __flagdb__files swift
    end
end

function __flagdb_schema --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --format 'how it is written; swift if not said' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -f 'how it is written; swift if not said' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case -f --format
            printf '%s\t%s\n' \
                swift 'declarations that read in again to the same model' \
                sql 'the statements that make the tables' \
                json 'for programs' \
                mermaid 'an entity diagram'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3 swift
        case arg/2
            __flagdb__ask entity
    end
end

function __flagdb_flags --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --format 'how records are written; a table on a terminal, csv elsewhere' \
                --output 'write to this file, whose name also says the format' \
                --raw 'show what is stored: numbers instead of names' \
                --no-header 'leave out the names of the columns' \
                --null 'show this where there is no value' \
                --nul 'end records with NUL, for xargs -0' \
                --csv-safe 'keep spreadsheets from running cells that begin with =' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -f 'how records are written; a table on a terminal, csv elsewhere' \
                -o 'write to this file, whose name also says the format' \
                -z 'end records with NUL, for xargs -0' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case -f --format
            printf '%s\t%s\n' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3 swift
        case arg/2
            __flagdb__ask flag-set
        case 'arg/*'
            __flagdb__ask flags-of-type
    end
end

function __flagdb_check --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --format 'how records are written; a table on a terminal, csv elsewhere' \
                --output 'write to this file, whose name also says the format' \
                --raw 'show what is stored: numbers instead of names' \
                --no-header 'leave out the names of the columns' \
                --null 'show this where there is no value' \
                --nul 'end records with NUL, for xargs -0' \
                --csv-safe 'keep spreadsheets from running cells that begin with =' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -f 'how records are written; a table on a terminal, csv elsewhere' \
                -o 'write to this file, whose name also says the format' \
                -z 'end records with NUL, for xargs -0' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case -f --format
            printf '%s\t%s\n' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
    end
end

function __flagdb_backup --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__files
    end
end

function __flagdb_insert --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --raw 'values are what is stored: numbers instead of names' \
                --from 'add the records of this file, or of standard input if it is -' \
                --format 'the format; told by the file\'s name or content if not said' \
                --delimiter 'what stands between the fields: a character, or tab' \
                --no-header 'the first line is a record, not the columns\' names' \
                --columns 'the columns of a file without a header; its attributes in order if not said' \
                --map 'the attribute that a column of another name is for' \
                --skip 'a column that is not read' \
                --null 'what stands where there is no value' \
                --dates 'how dates are written: as text, or as seconds since 1970' \
                --ignore 'leave out a record whose unique value is there already' \
                --replace 'give the one that is there all the new values' \
                --upsert 'change the record that has the same value of this attribute, or add one' \
                --batch 'commit after every N records; without it, all or nothing' \
                --skip-records 'pass over the first N records, which are in already' \
                --dry-run 'check everything and change nothing' \
                --on-error 'what becomes of the import when a record is wrong' \
                --rejects 'write the records that are wrong into this file, each with its reason' \
                --create 'make the entity from the input, and the database, where they are missing' \
                --sample 'look at the first N records only to make the entity' \
                --sql 'print the SQL and its bindings instead of running it' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -f 'the format; told by the file\'s name or content if not said' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --from
            __flagdb__files csv tsv json ndjson
        case -f --format
            printf '%s\t%s\n' \
                csv '' \
                tsv '' \
                json '' \
                ndjson ''
        case --columns
            __flagdb__ask attributes
        case --map
            __flagdb__ask mapping
        case --skip
            __flagdb__ask file-column
        case --dates
            printf '%s\t%s\n' \
                iso '' \
                epoch ''
        case --upsert
            __flagdb__ask unique
        case --on-error
            printf '%s\t%s\n' \
                stop 'change nothing' \
                skip 'take the others' \
                collect 'take the others, and write those into --rejects'
        case --rejects
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
        case 'arg/*'
            __flagdb__ask assignment
    end
end

function __flagdb_query --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --has 'records that have all of these flags' \
                --any 'records that have at least one of these flags' \
                --none 'records that have none of these flags' \
                --exactly 'records that have these flags and no others' \
                --not-all 'records that lack at least one of these flags' \
                --where 'records for which this is true, as in score >= 50' \
                --arg 'the value of a variable NAME, or of the next %@, %K, %d or %f' \
                --id 'the record with this key, or this unique value' \
                --columns 'show these, in this order; * means all' \
                --group-by 'make one row of records that are equal in these' \
                --having 'groups for which this is true, as in count() > 1' \
                --sort 'sort by these; after a hyphen the greatest first' \
                --limit 'stop after so many records' \
                --offset 'pass over so many records' \
                --count 'print how many records there are' \
                --exists 'print nothing; exit 0 if there is one, and 3 if not' \
                --format 'how records are written; a table on a terminal, csv elsewhere' \
                --output 'write to this file, whose name also says the format' \
                --raw 'show what is stored: numbers instead of names' \
                --no-header 'leave out the names of the columns' \
                --null 'show this where there is no value' \
                --nul 'end records with NUL, for xargs -0' \
                --csv-safe 'keep spreadsheets from running cells that begin with =' \
                --sql 'print the SQL and its bindings instead of running it' \
                --explain 'print what was understood, the SQL and the plan' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -w 'records for which this is true, as in score >= 50' \
                -c 'show these, in this order; * means all' \
                -g 'make one row of records that are equal in these' \
                -s 'sort by these; after a hyphen the greatest first' \
                -n 'stop after so many records' \
                -f 'how records are written; a table on a terminal, csv elsewhere' \
                -o 'write to this file, whose name also says the format' \
                -z 'end records with NUL, for xargs -0' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --has --any --none --lacks --exactly --not-all
            __flagdb__ask flags
        case -w --where
            __flagdb__ask predicate
        case --arg
            __flagdb__ask argument
        case --id
            __flagdb__ask record
        case -c --columns
            __flagdb__ask columns
        case -g --group-by
            __flagdb__ask groups
        case --having
            __flagdb__ask group-predicate
        case -s --sort
            __flagdb__ask order
        case -f --format
            printf '%s\t%s\n' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
    end
end

function __flagdb_update --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --has 'records that have all of these flags' \
                --any 'records that have at least one of these flags' \
                --none 'records that have none of these flags' \
                --exactly 'records that have these flags and no others' \
                --not-all 'records that lack at least one of these flags' \
                --where 'records for which this is true, as in score >= 50' \
                --arg 'the value of a variable NAME, or of the next %@, %K, %d or %f' \
                --id 'the record with this key, or this unique value' \
                --all 'every record is meant' \
                --yes 'do not ask on a terminal' \
                --raw 'values are what is stored: numbers instead of names' \
                --sql 'print the SQL and its bindings instead of running it' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -w 'records for which this is true, as in score >= 50' \
                -y 'do not ask on a terminal' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --has --any --none --lacks --exactly --not-all
            __flagdb__ask flags
        case -w --where
            __flagdb__ask predicate
        case --arg
            __flagdb__ask argument
        case --id
            __flagdb__ask record
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
        case 'arg/*'
            __flagdb__ask assignment
    end
end

function __flagdb_delete --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --has 'records that have all of these flags' \
                --any 'records that have at least one of these flags' \
                --none 'records that have none of these flags' \
                --exactly 'records that have these flags and no others' \
                --not-all 'records that lack at least one of these flags' \
                --where 'records for which this is true, as in score >= 50' \
                --arg 'the value of a variable NAME, or of the next %@, %K, %d or %f' \
                --id 'the record with this key, or this unique value' \
                --all 'every record is meant' \
                --yes 'do not ask on a terminal' \
                --sql 'print the SQL and its bindings instead of running it' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -w 'records for which this is true, as in score >= 50' \
                -y 'do not ask on a terminal' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --has --any --none --lacks --exactly --not-all
            __flagdb__ask flags
        case -w --where
            __flagdb__ask predicate
        case --arg
            __flagdb__ask argument
        case --id
            __flagdb__ask record
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
    end
end

function __flagdb_stats --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --has 'records that have all of these flags' \
                --any 'records that have at least one of these flags' \
                --none 'records that have none of these flags' \
                --exactly 'records that have these flags and no others' \
                --not-all 'records that lack at least one of these flags' \
                --where 'records for which this is true, as in score >= 50' \
                --arg 'the value of a variable NAME, or of the next %@, %K, %d or %f' \
                --id 'the record with this key, or this unique value' \
                --top 'show so many combinations, values and pairs of each attribute; 15 if not said' \
                --min-count 'leave out combinations and values that fewer records have; 5% is a share' \
                --at-least 'count a record for every combination that it has all flags of' \
                --format 'how statistics are written; a plot in text if not said' \
                --svg 'write them as one picture that a browser shows' \
                --output 'write to this file, whose name also says the format' \
                --sql 'print the statements and their bindings instead of the statistics' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -w 'records for which this is true, as in score >= 50' \
                -n 'show so many combinations, values and pairs of each attribute; 15 if not said' \
                -f 'how statistics are written; a plot in text if not said' \
                -o 'write to this file, whose name also says the format' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --has --any --none --lacks --exactly --not-all
            __flagdb__ask flags
        case -w --where
            __flagdb__ask predicate
        case --arg
            __flagdb__ask argument
        case --id
            __flagdb__ask record
        case -f --format
            printf '%s\t%s\n' \
                plot '' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case --svg
            __flagdb__files svg
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
        case 'arg/*'
            __flagdb__ask attributes
    end
end

function __flagdb_sql --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --param 'what :NAME stands for, or ? by its number' \
                --write 'let it change the database' \
                --format 'how records are written; a table on a terminal, csv elsewhere' \
                --output 'write to this file, whose name also says the format' \
                --raw 'show what is stored: numbers instead of names' \
                --no-header 'leave out the names of the columns' \
                --null 'show this where there is no value' \
                --nul 'end records with NUL, for xargs -0' \
                --csv-safe 'keep spreadsheets from running cells that begin with =' \
                --sql 'print the SQL and its bindings instead of running it' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -p 'what :NAME stands for, or ? by its number' \
                -f 'how records are written; a table on a terminal, csv elsewhere' \
                -o 'write to this file, whose name also says the format' \
                -z 'end records with NUL, for xargs -0' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case -f --format
            printf '%s\t%s\n' \
                table '' \
                csv '' \
                tsv '' \
                json '' \
                ndjson '' \
                line '' \
                markdown '' \
                names ''
        case -o --output
            __flagdb__files
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            true
    end
end

function __flagdb_repl --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --keep-going 'go on after a line of a script that failed' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -k 'go on after a line of a script that failed' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            __flagdb__files db sqlite sqlite3
        case arg/2
            __flagdb__ask entity
    end
end

function __flagdb_completions --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            printf '%s\t%s\n' \
                bash '' \
                zsh '' \
                fish ''
    end
end

function __flagdb_help --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case arg/1
            printf '%s\t%s\n' \
                new 'creates a database' \
                define 'adds to the model without a model file' \
                migrate 'brings a database to a model' \
                schema 'shows the model' \
                flags 'translates flags: names to numbers and back' \
                check 'looks for what is not as the model says' \
                backup 'makes a consistent copy of a live database' \
                insert 'adds a record and prints its key, or many from files' \
                query 'reads records' \
                update 'changes records' \
                delete 'removes records' \
                stats 'shows what records have in common' \
                sql 'runs plain SQL that knows the flags by name' \
                repl 'asks and answers, line by line' \
                completions 'prints a shell\'s completion script' \
                help 'shows help, or a page of the manual' \
                model 'the Swift that describes records' \
                predicates 'the language that asks for records' \
                tutorial 'an hour from nothing to scripts'
    end
end

function __flagdb_complete --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
        case arg/1
            true
        case 'arg/*'
            true
    end
end

function __flagdb_document --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --completions 'where the scripts go' \
                --man 'where the pages go' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case --completions --man
            __flagdb__directories
        case --color
            printf '%s\t%s\n' \
                auto '' \
                always '' \
                never ''
    end
end

function __flagdb__tool --no-scope-shadowing
    switch $argv[1]
        case options
            printf '%s\t%s\n' \
                --color 'when to colour' \
                --verbose 'say more of errors: the SQL, and what SQLite said' \
                --help 'show this help; -h shows the short of it' \
                --version 'show the version' \
                -h 'show this help; -h shows the short of it' \
                -V 'show the version'
        case arg/1
            printf '%s\t%s\n' \
                new 'creates a database' \
                define 'adds to the model without a model file' \
                migrate 'brings a database to a model' \
                schema 'shows the model' \
                flags 'translates flags: names to numbers and back' \
                check 'looks for what is not as the model says' \
                backup 'makes a consistent copy of a live database' \
                insert 'adds a record and prints its key, or many from files' \
                query 'reads records' \
                update 'changes records' \
                delete 'removes records' \
                stats 'shows what records have in common' \
                sql 'runs plain SQL that knows the flags by name' \
                repl 'asks and answers, line by line' \
                completions 'prints a shell\'s completion script' \
                help 'shows help, or a page of the manual'
            __flagdb_repl arg/1
    end
end

# Prints what the tool answers for a kind; fish itself keeps those that fit.
function __flagdb__ask --no-scope-shadowing
    command $program complete $argv[1] -- $before "$value" 2>/dev/null </dev/null
end

# Prints the paths that begin as the value does; folders end in a slash.
function __flagdb__paths --no-scope-shadowing
    set -l paths (__fish_complete_path (string replace -r -- '^~/' "$HOME/" "$value"))
    if string match -q -- '~/*' "$value"
        set paths (string replace -- "$HOME/" '~/' $paths)
    end
    string replace -r -- '\t.*' '' $paths
end

# Prints folders and the files of some extensions, or any file where there are none of these.
function __flagdb__files --no-scope-shadowing
    set -l paths (__flagdb__paths)
    set -l chosen (string match -r -- '^.*\.(?:'(string join '|' -- $argv)')$' $paths)
    if test -n "$chosen"
        set paths $chosen (string match -- '*/' $paths)
    end
    string join \n -- $paths
end

function __flagdb__directories --no-scope-shadowing
    string match -- '*/' (__flagdb__paths)
end

# Takes note of a word that is no option.
function __flagdb__walk_argument --no-scope-shadowing
    if test -z "$command"
        switch $argv[1]
            case new
                set command new
            case define
                set command define
            case migrate
                set command migrate
            case schema
                set command schema
            case flags
                set command flags
            case check
                set command check
            case backup
                set command backup
            case insert
                set command insert
            case query
                set command query
            case update
                set command update
            case delete
                set command delete
            case stats
                set command stats
            case sql
                set command sql
            case repl
                set command repl
            case completions
                set command completions
            case help
                set command help
            case complete
                set command complete
            case document
                set command document
            case '*'
                set command repl
                set position 1
        end
        return
    end
    set position (math $position + 1)
    switch $command/$section/$position
        case define/arg/2
            set section $argv[1]
            set position 0
        case '*'
    end
end

# Walks over the words before the cursor, to know what is wanted at it.
function __flagdb__walk --no-scope-shadowing
    for word in $argv
        if test -n "$option"
            set option ''
        else if test -n "$ended"; or not string match -q -- '-?*' $word; or string match -qr -- '^-[0-9.]' $word
            __flagdb__walk_argument $word
        else if test "$word" = --
            set ended 1
        else if contains -- $word --unique --to --rename --drop --fill --clear -f --format -o --output --null --from --delimiter --columns --map --skip --dates --upsert --batch --skip-records --on-error --rejects --sample --has --any --none --lacks --exactly --not-all -w --where --arg --id -c -g --group-by --having -s --sort -n --limit --offset --top --min-count --svg -p --param --completions --man --color
            set option $word
        else if string match -qr -- '^-[yzkhV]*[fowcgsnp]$' $word
            set option -(string sub -s -1 -- $word)
        end
    end
end

function __flagdb
    set -l before (commandline -opc | string replace -r -- '^~/' "$HOME/")
    set -l typed (commandline -ct)
    set -l value (string replace -r -- '^[\'"]' '' "$typed" | string unescape)
    set -l command ''
    set -l section arg
    set -l position 0
    set -l option ''
    set -l ended ''
    set -l lead ''
    set -l program flagdb
    if string match -q -- '*/*' "$before[1]"
        set program $before[1]
    end
    set -e before[1]
    __flagdb__walk $before
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
    for candidate in (__flagdb_$command $wanted)
        printf '%s\n' "$lead$candidate"
    end
end

complete -c flagdb -e
complete -c flagdb -f -k -a '(__flagdb)'
