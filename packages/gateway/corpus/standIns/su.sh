while [ $# -gt 0 ]; do
  [ "$1" = -c ] && exec sh -c "$2"
  shift
done
exec sh -i
