# A prompt that writes down each statement, which ends with a semicolon or with the input.
case " $* " in *" -e"* | *" -c"*) exit ;; esac
sql=
while printf '%s> ' "${0##*/}" && IFS= read -r line; do
  case $line in
    '\! '*)
      sh -c "${line#???}"
      continue
      ;;
    quit | exit) exit ;;
  esac
  sql="$sql${sql:+ }$line"
  case $sql in
    *\;*)
      printf '%s> %s\n' "${0##*/}" "$sql" >>"$log"
      sql=
      ;;
  esac
done
[ -z "$sql" ] || printf '%s> %s\n' "${0##*/}" "$sql" >>"$log"
