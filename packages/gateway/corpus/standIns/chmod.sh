exec /bin/chmod "$@"
