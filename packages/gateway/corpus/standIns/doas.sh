while [ "${1#-}" != "$1" ]; do
  [ "$1" = -u ] && shift
  shift
done
exec "$@"
