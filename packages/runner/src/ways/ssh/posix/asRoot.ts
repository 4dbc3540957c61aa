import { quote } from './quote.ts';

/**
 * Functions for a script: `say` prints a line, and `root` runs a program as root, by `sudo` where the account is not
 * root. What `sudo` refuses is printed, and tried with a password only where it asks for one.
 *
 * @param own Password of the account that is signed in, in case `sudo` asks for it; empty if it has none.
 */
export const asRoot = (own: string): string => `case "$(type printf 2>&1)" in
*builtin*) say() { printf '%s\\n' "$1"; } ;;
*) say() { print -r -- "$1"; } ;;
esac
own=${quote(own)}
if [ "$(id -u)" = 0 ]; then root() { "$@"; }
else root() {
if told="$(sudo -n "$@" 2>&1)"; then return 0; fi
case "$told" in
*'password is required'*|*'authentication is required'*)
  if [ -n "$own" ]; then say "$own" | sudo -k -S -p '' "$@"
  else echo 'not root, and sudo asks for a password'; return 1
  fi ;;
*) say "$told"; return 1 ;;
esac
}
fi`;
