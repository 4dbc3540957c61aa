#!/bin/sh
# Every stand-in begins so: it writes its name and arguments as one line of the log.
log='LOG'
printf '%s\n' "$({ printf '%s' "${0##*/}"; [ $# -eq 0 ] || printf ' %s' "$@"; } | /usr/bin/tr '\n\t' '  ')" >>"$log"
