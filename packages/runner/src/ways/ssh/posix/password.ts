import type { SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import { quote } from './quote.ts';

/**
 * Whether a name and a password fit into the one line that `chpasswd` reads; if not, they could change another account.
 */
export const fitsLine = ({ username, secret }: Pick<SecretChange, 'username' | 'secret'>): boolean =>
  !/[:\0\r\n]/.test(username) && !username.startsWith('-') && !/[\0\r\n]/.test(secret);

/**
 * A command that changes a password and prints `changed`, or why it did not. No program gets a secret as an argument:
 * the shell itself prints it, and programs read it from their input. `sudo` is asked for the program itself, which may
 * be all that the account may run.
 *
 * @param own Password of the account that is signed in, in case `sudo` asks for it; empty if it has none.
 */
export const passwordCommand = ({ username, secret }: SecretChange, own: string): string => `
say() {
case "$(type printf 2>&1)" in
*builtin*) printf '%s\\n' "$1" ;;
*) print -r -- "$1" ;;
esac
}
user=${quote(username)}
line=${quote(`${username}:${secret}`)}
word=${quote(secret)}
own=${quote(own)}
set_password() {
if command -v chpasswd >/dev/null 2>&1; then say "$line" | "$@" chpasswd 2>&1
elif command -v pw >/dev/null 2>&1; then say "$word" | "$@" pw usermod "$user" -h 0 2>&1
else echo 'chpasswd is missing'; return 1
fi
}
ask_password() {
if command -v chpasswd >/dev/null 2>&1; then { say "$own"; say "$line"; } | sudo -k -S -p '' chpasswd 2>&1
elif command -v pw >/dev/null 2>&1; then { say "$own"; say "$word"; } | sudo -k -S -p '' pw usermod "$user" -h 0 2>&1
else echo 'chpasswd is missing'; return 1
fi
}
if ! id "$user" >/dev/null 2>&1; then echo 'no such user'
elif [ "$(id -u)" = 0 ]; then set_password && echo changed
elif told="$(set_password sudo -n)"; then echo changed
else
case "$told" in
*'password is required'*|*'authentication is required'*)
if [ -n "$own" ]; then ask_password && echo changed
else echo 'not root, and sudo asks for a password'
fi ;;
*) say "$told" ;;
esac
fi`;
