import type { Operation } from '@gatehouse/contract/wire/machineWork.ts';
import { asRoot } from './asRoot.ts';
import { quote } from './quote.ts';

/** What a user of a machine gets: the login shell, the home, groups, and commands that `sudo` runs without a password. */
export type UserFacts = { shell: string; home: string; groups: readonly string[]; sudo: string };

const textIn = (params: Operation['params'], name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Names that a rule of `sudo` would not take for a user: `ALL`, aliases, `Defaults`. */
const WORDS_OF_SUDO = /^([A-Z][A-Z0-9_]*|Defaults|[A-Z][a-z]+_Alias)$/;

/**
 * The facts in the parameters of a method; undefined where one of them, or the name of the user in a rule, could mean more
 * to a shell or to `sudo`.
 */
export const userFacts = (params: Operation['params'], username: string): UserFacts | undefined => {
  const [shell, home, sudo] = ['shell', 'home', 'sudo'].map((name) => textIn(params, name));
  const groups = textIn(params, 'groups')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const isPath = (path = '') => /^(\/[^:'\r\n\0]*)?$/.test(path);
  const fits =
    isPath(shell) &&
    isPath(home) &&
    (!sudo || !WORDS_OF_SUDO.test(username)) &&
    groups.every((name) => /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) &&
    /^[\p{L}\p{N}_ /.,:=!*@+-]*$/u.test(sudo ?? '');
  return fits ? { shell: shell ?? '', home: home ?? '', groups, sudo: sudo ?? '' } : undefined;
};

/** The file with the rules of `sudo` that a push sets for a user; `sudo` leaves out names with a dot, which users may have. */
export const rulesOf = (username: string): string =>
  `/etc/sudoers.d/gatehouse-${Buffer.from(username).toString('hex')}`;

const ruleOf = (username: string, sudo: string): string =>
  sudo && `${username.replaceAll('@', '\\@')} ALL=(ALL) NOPASSWD: ${sudo}`;

/** Groups with rights on the whole machine, whatever their numbers. */
const POWERFUL = 'docker|lxd|incus|libvirt|podman|wheel|sudo|admin|disk|shadow';

/** Whether a group with the name of the user may become its own: one that has members, or belongs to the system, gives rights. */
const ownGroup = `
own_group() {
entry="$(getent group "$user" 2>/dev/null)" || return 0
gid="\${entry#*:*:}"
gid="\${gid%%:*}"
case "$user" in ${POWERFUL}) gid=0 ;; esac
if [ "$gid" -ge 1000 ] && [ -z "\${entry##*:}" ]; then return 0; fi
say "the group $user has rights or members of its own"
return 1
}`;

/**
 * A command that creates a user who is missing, and adds groups. Its last line is `ready`, `unset` where the user exists
 * but lacks something, or why there is no user; `usable` is set where there is one. What a new user gets, one who was
 * there before keeps: shell, home and rules of `sudo`. A mark, which `sudo` does not read, tells a user whose rules were
 * not set, because the connection was lost after its creation, from one who was there before.
 *
 * @param own Password of the account that is signed in, in case `sudo` asks for it; empty if it has none.
 * @param isForKey Whether the user gets a key, so that a locked password must not keep it from signing in.
 */
export const userCommand = (
  { username, facts }: { username: string; facts: UserFacts },
  own: string,
  isForKey: boolean,
): string => `
${asRoot(own)}
user=${quote(username)}
shell=${quote(facts.shell)}
home=${quote(facts.home)}
rule=${quote(ruleOf(username, facts.sudo))}
rules=${quote(rulesOf(username))}
usable=
${ownGroup}
make_user() {
own_group || return 1
set --
if [ -z "$shell" ]; then :
elif [ -x "$shell" ]; then set -- -s "$shell"
else
  say "$shell is missing"
  lacks=yes
fi
if command -v useradd >/dev/null 2>&1; then
  if [ -n "$home" ]; then set -- "$@" -d "$home"; fi
  if getent group "$user" >/dev/null 2>&1; then set -- "$@" -g "$user"; fi
  ${isForKey ? `set -- "$@" -p '*'` : ':'}
  root useradd -m "$@" "$user"
elif command -v pw >/dev/null 2>&1; then
  if [ -n "$home" ]; then set -- "$@" -d "$home"; fi
  root pw useradd "$user" -m "$@"
elif command -v adduser >/dev/null 2>&1; then
  if [ -n "$home" ]; then set -- "$@" -h "$home"; fi
  root adduser -D "$@" "$user"
else echo 'useradd is missing'; return 1
fi
}
join_group() {
case " $(id -nG "$user" 2>/dev/null) " in *" $1 "*) return 0 ;; esac
if command -v usermod >/dev/null 2>&1; then root usermod -a -G "$1" "$user"
elif command -v pw >/dev/null 2>&1; then root pw groupmod "$1" -m "$user"
else root addgroup "$user" "$1"
fi
}
allow() {
command -v visudo >/dev/null 2>&1 || return 0
fresh="$(mktemp)" || return 1
say "$rule" >"$fresh"
root visudo -cf "$fresh" && root install -m 0440 "$fresh" "$rules.new" && root mv -f "$rules.new" "$rules"
code=$?
rm -f "$fresh"
return "$code"
}
made=
lacks=
marked=
if [ -n "$rule" ] && command -v visudo >/dev/null 2>&1; then marked="$rules.made"; fi
if id "$user" >/dev/null 2>&1; then
  if [ -n "$marked" ] && root ls -d "$marked" >/dev/null 2>&1; then made=yes; fi
else
  [ -z "$marked" ] || root touch "$marked" 2>&1
  make_user 2>&1 || lacks=yes
  made=yes
fi
if ! id "$user" >/dev/null 2>&1; then
  [ -z "$marked" ] || root rm -f "$marked" 2>&1
  echo 'no such user'
elif [ "$(id -u "$user")" = 0 ]; then echo 'the user is root'
else
usable=yes
for group in ${facts.groups.map(quote).join(' ')}; do join_group "$group" 2>&1 || lacks=yes; done
if [ -n "$made" ] && [ -n "$marked" ]; then
  if allow 2>&1; then root rm -f "$marked" 2>&1; else lacks=yes; fi
fi
if [ -n "$lacks" ]; then echo unset; else echo ready; fi
fi`;
