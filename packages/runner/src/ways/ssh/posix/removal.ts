import { asRoot } from './asRoot.ts';
import { quote } from './quote.ts';
import { rulesOf } from './user.ts';

/** Whether a name is one of a user of the machine, and no option, number of a user, or more than one word. */
export const isUserName = (username: string): boolean => /^[A-Za-z_][A-Za-z0-9_.@-]*\$?$/.test(username);

/**
 * A command that removes a user, whose home stays, and the rules of `sudo` that a push set for it: another user of this
 * name would get them. Its last line is `removed`, `left` where there is no such user but there may be rules, or why the
 * user is still there. Who is root, or signs in here, is never removed, under whatever name; nor is a user of the system
 * under which no one signs in: services such as that of SSH need theirs.
 *
 * @param own Password of the account that is signed in, in case `sudo` asks for it; empty if it has none.
 */
export const removalCommand = (username: string, own: string): string => `
${asRoot(own)}
user=${quote(username)}
rules=${quote(rulesOf(username))}
remove_user() {
if command -v userdel >/dev/null 2>&1; then root userdel "$user"
elif command -v pw >/dev/null 2>&1; then root pw userdel "$user"
elif command -v deluser >/dev/null 2>&1; then root deluser "$user"
else echo 'userdel is missing'; return 1
fi
}
of_system() {
line="$(getent passwd "$user" 2>/dev/null || while IFS= read -r line; do
  case "$line" in "$user":*) say "$line"; break ;; esac
done </etc/passwd)"
case "\${line##*:}" in
*/nologin|*/false|*/true|*/sync|*/shutdown|*/halt|/dev/null) [ "$(id -u "$user")" -lt 1000 ] || [ "$(id -u "$user")" = 65534 ] ;;
*) return 1 ;;
esac
}
if id "$user" >/dev/null 2>&1; then
  if [ "$(id -u "$user")" = 0 ]; then echo 'the user is root'
  elif of_system; then echo 'the user belongs to the system'
  elif [ "$(id -u "$user")" = "$(id -u)" ]; then echo 'the user is the one that signed in'
  else remove_user 2>&1
  fi
fi
if id "$user" >/dev/null 2>&1; then echo there
elif ! command -v visudo >/dev/null 2>&1; then echo removed
elif root rm -f "$rules" "$rules.new" "$rules.made" 2>&1; then echo removed
else echo left
fi`;
