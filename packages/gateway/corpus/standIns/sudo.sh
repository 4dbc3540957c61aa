while [ "${1#-}" != "$1" ] || [ "${1#*=}" != "$1" ]; do
  case $1 in
    -u | -g) shift ;;
    -i | -s)
      shift
      [ $# -eq 0 ] && exec sh -i
      break
      ;;
  esac
  shift
done
exec "$@"
