exec "$(PATH=${PATH#*:} command -v "${0##*/}")" "$@"
