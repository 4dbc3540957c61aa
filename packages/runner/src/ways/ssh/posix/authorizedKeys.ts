import { type AuthorizedKey, KEY_MARK } from '@gatehouse/contract/wire/machineWork.ts';
import { quote } from './quote.ts';

/** Whether a shell expands `~name` to the home of a user of this name, and a given home fits into quotes. */
export const fitsHome = ({ username, home }: { username: string; home: string }): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/.test(username) && /^(\/[^'\r\n\0]*)?$/.test(home);

/**
 * Lines to keep, each once: all, only the new key, or all but those that were set from here for the account. What was set
 * for other accounts stays, and so does the key that signs in.
 */
const keptLines = `
function has(blob, i) {
  if (blob == "" || $0 ~ /^[ \\t]*#/) return 0
  for (i = 1; i <= NF; i++) if ($i == blob) return 1
  return 0
}
has(new) { seen = 1; print; next }
(index($NF, others) == 1 && $NF != mark) || has(signer) { print; next }
mode == "set" { next }
mode == "set_jms" && (has(mark) || has(old)) { next }
{ print }
END { if (!seen) print line }`;

type Wanted = {
  username: string;
  /** Home of the user; empty: where the machine says it is. */
  home: string;
  /** `add` keeps all other keys; else which of them go. */
  mode: AuthorizedKey['strategy'];
  key: AuthorizedKey;
};

/** Carried out as the user whose keys they are, so that links in the home reach only what is that user's own. */
const asUser = `
exec </dev/null
umask 077
folder="$home/.ssh"
[ -d "$folder" ] || mkdir "$folder" || exit 1
file="$folder/authorized_keys"
[ -h "$file" ] && file="$(readlink -f "$file")"
[ -n "$file" ] || exit 1
lock="$file.gatehouse.lock"
tries=0
until mkdir "$lock" 2>/dev/null; do
  [ -n "$(find "$lock" -prune -mmin +10 -exec rmdir {} \\; -print 2>/dev/null)" ] && continue
  tries=$((tries + 1))
  if [ "$tries" -gt 5 ]; then echo "cannot make $lock: another change may be under way"; exit 1; fi
  sleep 1
done
fresh="$file.gatehouse.$$"
former="$fresh.former"
trap 'rm -f "$fresh" "$former"; rmdir "$lock"' EXIT
trap 'exit 1' HUP INT TERM
rm -f "$fresh" "$former"
current() { if [ -e "$file" ]; then cat "$file"; fi; }
current >"$former" || exit 1
awk -v mode="$mode" -v new="$new" -v old="$old" -v mark="$mark" -v others="$others" -v signer="$signer" -v line="$line" "$kept" <"$former" >"$fresh" || exit 1
grep -qF -- "$new" "$fresh" || exit 1
sync "$fresh" 2>/dev/null || sync
if [ "$(current)" != "$(cat "$former")" ]; then echo 'the file was changed meanwhile'; exit 1; fi
mv -f "$fresh" "$file" || exit 1
if command -v restorecon >/dev/null 2>&1; then restorecon -R "$folder" >/dev/null 2>&1; fi
echo changed`;

/**
 * A command that puts a public key into the file of a user, in one step: whatever ends it, the file is the former or the
 * new one. It prints `changed`, or why it did not. Nothing in it is secret.
 *
 * @param own Password of the account that is signed in, in case `sudo` asks for it; empty if it has none.
 * @param signer Public part of the key that signs in, which stays where both users have one home; empty if it may go.
 */
export const keyCommand = (
  { username, home, mode, key: { line, old_blob } }: Wanted,
  own: string,
  signer: string,
): string => {
  const [, blob = '', mark = ''] = line.split(' ');
  const values = {
    ...{ mode, line, new: blob, old: old_blob ?? '', mark, others: `${KEY_MARK}-` },
    kept: keptLines,
  };
  const given = Object.entries(values).map(([name, value]) => `${name}=${quote(value)}`);
  return `
own=${quote(own)}
user=${quote(username)}
home=${home ? quote(home) : `~${username}`}
signer=
[ "$(cd "$HOME" && pwd -P)" = "$(cd "$home" && pwd -P)" ] && signer=${quote(signer)}
script="home='$home'
signer='$signer'
"${quote(`${given.join('\n')}\n${asUser}`)}
case "$(type printf 2>&1)" in
*builtin*) say() { printf '%s\\n' "$1"; } ;;
*) say() { print -r -- "$1"; } ;;
esac
if ! id "$user" >/dev/null 2>&1; then echo 'no such user'
elif [ "$(id -u "$user")" = 0 ] && [ "$user" != root ]; then echo 'the user is root under another name'
elif [ ! -d "$home" ]; then echo 'the user has no home'
elif [ "$(id -un)" = "$user" ]; then /bin/sh -c "$script" 2>&1
elif [ "$(id -u)" = 0 ] && su --version >/dev/null 2>&1; then su -s /bin/sh "$user" -c "$script" 2>&1
elif [ "$(id -u)" = 0 ]; then su -m "$user" -c "$script" 2>&1
elif sudo -n -u "$user" /bin/sh -c : >/dev/null 2>&1; then sudo -n -u "$user" /bin/sh -c "$script" 2>&1
elif [ -n "$own" ]; then say "$own" | sudo -k -S -p '' -u "$user" /bin/sh -c "$script" 2>&1
else echo 'not root, and sudo asks for a password'
fi`;
};
