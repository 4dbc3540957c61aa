/** What a command runs in turn: another command of these words, or scripts. */
export type Inner = {
  words?: readonly string[];
  scripts?: readonly string[];
  /** What a script is called with: its name, then its parameters. */
  args?: readonly string[];
};

/** How a command that runs another one is called. */
type Wrapper = {
  /** Letters of options that are followed by a value. */
  valued?: string;
  /** Long options that are followed by a value. */
  long?: readonly string[];
  /** Words before the command, such as the duration of `timeout`. */
  before?: number;
  /** The option whose value is a script. */
  script?: string;
  /** The words are a script together. */
  isScript?: boolean;
  /** Without an option for a script, words name a file or a user. */
  isOnlyScript?: boolean;
  /** Words that hold a blank are scripts: a multiplexer hands them to a shell. */
  hasScripts?: boolean;
};

const shell: Wrapper = { script: 'c', valued: 'oO', long: ['rcfile', 'init-file'], isOnlyScript: true };
const asUser: Wrapper = {
  valued: 'ugpCTUDRrth',
  long: ['user', 'group', 'prompt', 'chdir', 'chroot', 'host', 'role', 'type', 'command-timeout'],
};

const multiplexer: Wrapper = { valued: 'SLfcnstxyFT', before: 1, hasScripts: true };
const privileges = [
  ...['reuid', 'regid', 'ruid', 'rgid', 'euid', 'egid', 'groups', 'inh-caps', 'ambient-caps'],
  ...['bounding-set', 'securebits', 'pdeathsig', 'selinux-label', 'apparmor-profile'],
];

const wrappers = new Map<string, Wrapper>(
  Object.entries({
    ...{ sh: shell, bash: shell, dash: shell, zsh: shell, ksh: shell, ash: shell, rbash: shell, mksh: shell },
    ...{ sudo: asUser, doas: asUser, pkexec: { long: ['user'] } },
    ...{
      su: { ...shell, valued: 'sgGT' },
      runuser: { ...shell, valued: 'ugGT' },
      script: { ...shell, valued: 'tI' },
    },
    env: { valued: 'uCP', long: ['unset', 'chdir'], script: 'S' },
    ...{ nohup: {}, setsid: {}, command: {}, builtin: {}, exec: { valued: 'a' }, busybox: {}, toybox: {} },
    time: { valued: 'fo', long: ['format', 'output'] },
    nice: { valued: 'n', long: ['adjustment'] },
    ionice: { valued: 'cnpPu', long: ['class', 'classdata'] },
    chrt: { before: 1 },
    taskset: { before: 1 },
    timeout: { valued: 'ks', long: ['kill-after', 'signal'], before: 1 },
    stdbuf: { valued: 'ioe', long: ['input', 'output', 'error'] },
    xargs: {
      valued: 'IinPLdEas',
      long: ['max-args', 'max-procs', 'delimiter', 'arg-file', 'replace', 'max-lines'],
    },
    parallel: { valued: 'jINn', long: ['jobs'] },
    ...{
      chroot: { before: 1 },
      unshare: {},
      nsenter: { valued: 't' },
      flock: { valued: 'wE', before: 1, script: 'c' },
    },
    ...{ repeat: { before: 1 }, noglob: {}, nocorrect: {}, '-': {}, setpriv: { long: privileges } },
    ...{ tmux: multiplexer, screen: multiplexer, byobu: multiplexer },
    ...{ torsocks: {}, proxychains: {}, rlwrap: {}, unbuffer: {}, eatmydata: {}, firejail: {}, valgrind: {} },
    ...{ choom: { valued: 'n' }, prlimit: {}, numactl: {}, setarch: { before: 1 }, 'dbus-run-session': {} },
    ...{ strace: { valued: 'oeps' }, ltrace: { valued: 'oeps' }, watch: { valued: 'n', isScript: true } },
    ...{ eval: { isScript: true }, ssh: { valued: 'bcDEeFIiJLlmOopQRSWw', before: 1, isScript: true } },
    ...{
      'systemd-run': { valued: 'pu' },
      'start-stop-daemon': {},
      coproc: {},
      catchsegv: {},
      fakeroot: {},
      linux64: {},
    },
  } satisfies Record<string, Wrapper>),
);

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*\+?=/.test(word);

type Options = { at: number; scripts: string[] };

/** Skips an option at a place; undefined if there is none. */
const skipOption = (words: readonly string[], at: number, wrapper: Wrapper): Options | undefined => {
  const word = words[at] ?? '';
  if (word.startsWith('--')) {
    const name = word.slice(2);
    return { at: at + (wrapper.long?.includes(name) ? 2 : 1), scripts: [] };
  }
  if (!/^[-+]./.test(word)) return undefined;
  for (const [place, letter] of [...word].entries()) {
    if (place === 0) continue;
    const rest = [...word].slice(place + 1).join('');
    if (letter === wrapper.script) {
      // A shell takes its script from the next word, whatever letters follow.
      const isJoined = rest !== '' && !wrapper.isOnlyScript;
      return { at: at + (isJoined ? 1 : 2), scripts: [isJoined ? rest : (words[at + 1] ?? '')] };
    }
    if (wrapper.valued?.includes(letter)) return { at: at + (rest === '' ? 2 : 1), scripts: [] };
  }
  return { at: at + 1, scripts: [] };
};

const wrapped = (words: readonly string[], wrapper: Wrapper): Inner => {
  let at = 1;
  const scripts: string[] = [];
  for (;;) {
    const word = words[at];
    if (word === undefined) break;
    if (word === '--') {
      at += 1;
      break;
    }
    if (isAssignment(word)) {
      at += 1;
      continue;
    }
    const option = skipOption(words, at, wrapper);
    // `su root -c script`: options may follow a word, but not the script.
    const mayFollow = wrapper.isOnlyScript && scripts.length === 0;
    if (!option && !(mayFollow && words.slice(at + 1).some((next) => /^-\w*c/.test(next)))) break;
    scripts.push(...(option?.scripts ?? []));
    at = option?.at ?? at + 1;
  }
  at += wrapper.before ?? 0;
  // `flock file -c script`: options may follow what stands before the command.
  if (wrapper.before)
    for (let option = skipOption(words, at, wrapper); option; option = skipOption(words, at, wrapper)) {
      scripts.push(...option.scripts);
      at = option.at;
    }
  const rest = words.slice(at);
  if (wrapper.isOnlyScript) return { scripts, args: rest };
  if (wrapper.hasScripts) return { words: rest, scripts: words.filter((word) => /\s/.test(word)) };
  if (wrapper.isScript) return { scripts: [...scripts, rest.join(' ')] };
  return { words: rest, scripts };
};

/** The commands that `find` runs. */
const found = (words: readonly string[]): readonly string[][] => {
  const commands: string[][] = [];
  words.forEach((word, at) => {
    if (!/^-(exec|ok)(dir)?$/.test(word)) return;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => next === ';' || next === '+');
    commands.push(end < 0 ? rest : rest.slice(0, end));
  });
  return commands;
};

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** The name of a command without its path. */
export const commandName = (name: string): string => baseName(name) || name;

/** Whether a command reads a script from its input when it has no other. */
export const readsScript = (words: readonly string[]): boolean =>
  wrappers.get(commandName(words[0] ?? '')) === shell &&
  words.slice(1).every((word) => /^-(?!\w*c)/.test(word));

/** What a command runs in turn, if it is one of those that run others. */
export const innerOf = (words: readonly string[]): Inner[] => {
  const name = commandName(words[0] ?? '');
  if (name === 'find') return found(words).map((command) => ({ words: command }));
  if (name === 'trap') return [{ scripts: words.slice(1, 2) }];
  // `command -v rm` tells where a command is and does not run it.
  if (name === 'command' && /^-\w*[vV]/.test(words[1] ?? '')) return [];
  const wrapper = wrappers.get(name);
  return wrapper ? [wrapped(words, wrapper)] : [];
};
