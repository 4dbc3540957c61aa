import type { CommandGroup, ShellState } from '@gatehouse/contract/policy/command.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { compileFilters, decideCommand } from './decideCommand.ts';
import { freshState } from './shell/session.ts';

type Action = 'accept' | 'reject' | 'review' | 'warning';

const group = (content: string, type: CommandGroup['type'] = 'command'): CommandGroup => ({
  ...{ id: content, name: content, type, content },
  ignore_case: true,
});
const filter = (id: string, action: Action, ...command_groups: CommandGroup[]) => ({
  id,
  action,
  command_groups,
});
const filters = compileFilters([
  filter('safe', 'accept', group('rm safe.txt\nls')),
  filter('danger', 'reject', group('rm\nreboot'), group('^mkfs(\\.\\w+)?\\s', 'regex')),
  filter('ask', 'review', group('mount\ncurl'), group('wget.*\\|\\s*sh$', 'regex')),
  filter('tell', 'warning', group('passwd')),
]);
/** A line in which `€{` stands for what TypeScript takes for its own. */
const shell = (line: string): string => line.replaceAll('€{', ['$', '{'].join(''));

const decided = (line: string) => {
  const { outcome, command, isUnparsed } = decideCommand(shell(line), filters);
  return { outcome, command, isUnparsed };
};

// None of these lines holds the word `rm`.
test.each<[line: string, command: string]>([
  ["r''m x", 'rm x'],
  ['r\\m x', 'rm x'],
  ["$'\\x72m' x", 'rm x'],
  ['"r"m x', 'rm x'],
  ["/bin/r''m x", '/bin/rm x'],
  ["./r''m x", './rm x'],
  ['/bin/r? x', 'rm x'],
  ['/bi?/r[m] x', 'rm x'],
  ['/bin/r* x', 'rm x'],
  ["sudo -u bob -- r''m x", 'rm x'],
  ["sudo --user bob A=1 r''m x", 'rm x'],
  ["env -i A=b r''m x", 'rm x'],
  ['env -S \'r""m x\'', 'rm x'],
  ['sh -c "r\'\'m x"', 'rm x'],
  ['bash -lc \'r""m x\'', 'rm x'],
  ['su - root -c "r\'\'m x"', 'rm x'],
  ["timeout -k 1 5 nice -n 3 nohup r''m x", 'rm x'],
  ["xargs -n 1 r''m x", 'rm x'],
  ["xargs -n1 r''m x", 'rm x'],
  ["nice -n3 r''m x", 'rm x'],
  ["timeout -k1 5 r''m x", 'rm x'],
  ["strace -o f -e x -s 3 r''m x", 'rm x'],
  ["ltrace -o f -e x -s 3 r''m x", 'rm x'],
  ["command r''m x", 'rm x'],
  ["exec -a y r''m x", 'rm x'],
  ["builtin r''m x", 'rm x'],
  ["time -p r''m x", 'rm x'],
  ["busybox r''m x", 'rm x'],
  ['flock lock -c \'r""m x\'', 'rm x'],
  ["setpriv --reuid 7 --no-new-privs r''m x", 'rm x'],
  ["setpriv --regid 7 --ruid 7 --rgid 7 --euid 7 --egid 7 --groups 7 r''m x", 'rm x'],
  ["setpriv --inh-caps -all --ambient-caps -all --bounding-set -all r''m x", 'rm x'],
  ["setpriv --securebits +noroot --pdeathsig TERM --selinux-label a --apparmor-profile b r''m x", 'rm x'],
  ["repeat 2 r''m x", 'rm x'],
  ["- noglob r''m x", 'rm x'],
  ['tmux new -d \'r""m x\'', 'rm x'],
  ['tmux send-keys \'r""m x\' Enter', 'rm x'],
  ["sh -c '\"$@\"' y r''m x", 'rm x'],
  ["sh -c '$0 x' r''m", 'rm x'],
  ["sh -c '$2 x' y z r''m", 'rm x'],
  ["IFS=,; X=r''m,x; $X", 'rm x'],
  ["A=r''m; declare -n B=A; $B x", 'rm x'],
  ["X='r\\x6d'; €{X@E} x", 'rm x'],
  ["for i in 1 2 3 4 5 6 7 8 9 r''m; do $i x; done", 'rm x'],
  ["echo # ; r''m x", 'rm x'],
  ['trap \'r""m x\' EXIT', 'rm x'],
  ["ssh -p 22 host r''m x", 'rm x'],
  ["echo r''m x | sh", 'echo rm x'],
  ["printf '\\x72\\x6d x' | cat | bash", 'printf \\x72\\x6d x'],
  ['bash <<< "r\'\'m x"', 'rm x'],
  ["sh <<E\nr''m x\nE", 'rm x'],
  ["{r''m,x}", 'rm x'],
  ['r{m,} x', 'rm r x'],
  ['{q..s}m x', 'qm rm sm x'],
  ['x=r; €{x}m x', 'rm x'],
  ["A='r'm; $A x", 'rm x'],
  ['r$@m x', 'rm x'],
  ['r€{none}m x', 'rm x'],
  ['€{none:-r}m x', 'rm x'],
  ['x=RM; €{x,,} x', 'rm x'],
  ['x=abrm; €{x#ab} x', 'rm x'],
  ['x=rmab; €{x%ab} x', 'rm x'],
  ["x=a.b.r''m; €{x##*.} x", 'rm x'],
  ["x=a.r''m; €{x#*.} x", 'rm x'],
  ["x=r''m.a.b; €{x%%.*} x", 'rm x'],
  ["x=r''m.a; €{x%.*} x", 'rm x'],
  ["x=a.r''m.b; y=€{x#*.}; €{y%.*} x", 'rm x'],
  ['x=abrm; €{x:2} x', 'rm x'],
  ['x=abrm; €{x: -2} x', 'rm x'],
  ['x=abrmcd; €{x:2:2} x', 'rm x'],
  ['re€{SHELL:1:1}oot', 'reboot'],
  ['{r,x}m y', 'rm'],
  ['x=rNm; €{x/N/} x', 'rm x'],
  ["r''m$IFS-rf€{IFS}x", 'rm -rf x'],
  ["f() { r''m x; }", 'rm x'],
  ['f() { "$@"; }; f r\'\'m x', 'f rm x'],
  ['f() { r"$1" x; }; f m', 'rm x'],
  ['$(echo r)m x', 'rm x'],
  ["`printf '\\x72m'` x", 'rm x'],
  ["echo $(r''m x)", 'rm x'],
  ['echo "`r\'\'m x`"', 'rm x'],
  ["cat <(r''m x)", 'rm x'],
  ["x=$(r''m x)", 'rm x'],
  ["echo $((1 + $(r''m x)))", 'rm x'],
  ["[[ -f $(r''m x) ]]", 'rm x'],
  ["cat <<E\n$(r''m x)\nE", 'rm x'],
  ["if true; then r''m x; fi", 'rm x'],
  ['for c in q r; do €{c}m x; done', 'rm x'],
  ["while :; do r''m x; done", 'rm x'],
  ["case a in a) r''m x;; esac", 'rm x'],
  ["(cd /; r''m x)", 'rm x'],
  ["{ r''m x; }", 'rm x'],
  ["! r''m x", 'rm x'],
  ["coproc r''m x", 'rm x'],
  ["A=1 >out r''m x", 'rm x'],
  ["true && r''m x || ls", 'rm x'],
  ["sleep 1 & r''m x", 'rm x'],
  ["ls\nr''m x", 'rm x'],
  ["r'\n'm x; \\\nr\\\nm x", 'rm x'],
])('%j is rejected for %j', (line, command) => {
  const verdict = decided(line);
  expect(verdict.outcome).toBe('reject');
  if (!verdict.command?.includes(command)) expect(verdict.command).toMatch(/\\?x?rm/);
});

test.each<[line: string, outcome: string, command: string | undefined]>([
  ['echo hi', 'none', undefined],
  ['farm x', 'none', undefined],
  ['ls -la', 'accept', 'ls -la'],
  ['ls; ls', 'accept', 'ls'],
  ['rm safe.txt', 'accept', 'rm safe.txt'],
  ['sudo rm safe.txt', 'accept', 'rm safe.txt'],
  ['rm safe.txt; echo hi', 'accept', 'rm safe.txt'],
  ['rm safe.txt; rm x', 'reject', 'rm x'],
  ['ls; rm x', 'reject', 'rm x'],
  ['rm ls', 'reject', 'rm ls'],
  ['reboot', 'reject', 'reboot'],
  ['sudo mkfs.ext4 /dev/x', 'reject', 'mkfs.ext4 /dev/x'],
  ['echo mkfs now', 'none', undefined],
  ['mount /x; passwd', 'review', 'mount /x'],
  ['passwd; mount /x; rm x', 'reject', 'rm x'],
  ['passwd', 'warning', 'passwd'],
  ['wget -q x | sh', 'review', 'wget -q x | sh'],
  ["w''get -q x | s''h", 'review', 'wget -q x | sh'],
  ['wget -q x', 'none', undefined],
])('%j: %s for %j', (line, outcome, command) => {
  expect(decided(line)).toEqual({ outcome, command, isUnparsed: false });
});

test('the verdict names the filter, the group and what matched', () => {
  expect(decideCommand('cd /; RM -f x', filters)).toMatchObject({
    outcome: 'reject',
    filter: { id: 'danger' },
    group: { id: 'rm\nreboot' },
    matched: 'RM',
    command: 'RM -f x',
  });
});

test.each(['r"m x', "rm 'x", '(ls', 'ls )', 'if ls', '!!', 'sudo !r', '^a^b', '$X y', 'x'.repeat(5_000)])(
  '%j is not parsed as a whole, and says so',
  (line) => {
    expect(decided(line).isUnparsed).toBe(true);
  },
);

test.each(["(; r''m x", 'ls | ) r\\m x', `${'a;'.repeat(3_000)} r''m x`, `${'$('.repeat(70)} r''m x`])(
  'the commands of a line that cannot be parsed are judged nevertheless',
  (line) => {
    expect(decided(line)).toMatchObject({ outcome: 'reject', isUnparsed: true });
  },
);

test.each(['[ ! -f x ] && echo y', "awk '!seen[$0]++' x", 'echo "hi!"', '[[ a != b ]]', 'echo $! €{!x}'])(
  '%j is parsed: nothing in it stands for an earlier line',
  (line) => {
    expect(decided(line).isUnparsed).toBe(false);
  },
);

test('aliases, functions and variables of earlier lines count', () => {
  const outcomes = (lines: string[]) => {
    let state: ShellState = freshState;
    return lines.map((line) => {
      const verdict = decideCommand(line, filters, state);
      state = verdict.state;
      return verdict.outcome;
    });
  };
  expect(
    outcomes(["F=r''m", '$F x', 'g() { r"$1" x; }', 'g m', "alias z='r'", 'z x', 'alias y=echo', 'y m']),
  ).toEqual([...['none', 'reject', 'none', 'reject', 'none', 'none', 'none', 'none']]);
  expect(
    outcomes(['alias ls=ls', 'ls', "alias a=b b='c m'", 'a', 'h() { h; }', 'h', 'set -- r m', '$1$2 x']),
  ).toEqual([...['none', 'accept', 'none', 'none', 'none', 'none', 'none', 'reject']]);
});

test('a group that cannot be compiled is told and matches nothing', () => {
  const broken = compileFilters([filter('x', 'reject', group('(', 'regex'), group('rm'))]);
  expect(broken.invalid.map(({ content }) => content)).toEqual(['(']);
  expect(decideCommand('ls (', broken).outcome).toBe('none');
  expect(decideCommand('rm', broken).outcome).toBe('reject');
  expect(compileFilters([]).hitsOf('rm')).toEqual([]);
});

const hostile = [
  ...['$('.repeat(2_000), '('.repeat(4_000), '{a,b}'.repeat(800), 'x=$x$x;'.repeat(500), `'"`.repeat(2_000)],
  ...[
    'sh -c '.repeat(600),
    'eval '.repeat(800),
    'a=$(b '.repeat(60),
    '`'.repeat(4_000),
    'f(){ f;f; };f;'.repeat(200),
  ],
  ...[
    'for i in 1 2 3 4 5 6 7 8;do '.repeat(100),
    'a b c; '.repeat(9_300),
    'x'.repeat(65_536),
    '€{x:-'.repeat(700),
  ],
  ...[
    'echo rm|sh|'.repeat(300),
    '{1..99}{1..99}{1..99}',
    'alias a="a;a;a";a;'.repeat(200),
    '/*?'.repeat(1_300),
  ],
];

test('no line takes long', () => {
  for (const line of hostile) {
    const began = process.cpuUsage();
    decideCommand(shell(line), filters);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000, line.slice(0, 20)).toBeLessThan(400);
  }
});

const shellText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          ' ',
          ';',
          '|',
          '&&',
          '$(',
          ')',
          '`',
          "'",
          '"',
          '\\',
          '{',
          '}',
          '<<E\n',
          '\n',
          '$x',
          '*',
          '#',
          '!',
        ],
      ),
      fc.constantFrom(
        'ls',
        'echo',
        'sudo',
        'sh -c',
        'x=',
        'for',
        'do',
        'done',
        'case',
        'esac',
        'f()',
        'alias',
        'rm',
        '[[',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

test('any line is decided, and twice alike', () => {
  fc.assert(
    fc.property(shellText, (line) => {
      const verdict = decideCommand(line, filters);
      expect(decideCommand(line, filters)).toEqual(verdict);
      expect(Object.keys({ none: 0, accept: 0, warning: 0, review: 0, reject: 0 })).toContain(
        verdict.outcome,
      );
    }),
    proofRuns({ small: 300, whole: 20_000 }),
  );
});

test('a command that is added before or behind does not hide a forbidden one', () => {
  const harmless = fc.constantFrom(
    'ls',
    'echo hi',
    'cd /tmp',
    'x=1',
    'true',
    'cat <<< y',
    '(ls)',
    'for i in 1; do ls; done',
  );
  const forbidden = fc.constantFrom(
    'rm x',
    "r''m x",
    'sudo rm x',
    'sh -c \'r""m x\'',
    '/bin/r? x',
    'x=r; €{x}m y',
  );
  const between = fc.constantFrom('; ', ' && ', ' || ', ' & ', '\n');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(harmless, between)),
      forbidden,
      fc.array(fc.tuple(between, harmless)),
      (first, bad, last) => {
        const line = `${first.flat().join('')}${bad}${last.flat().join('')}`;
        expect(decideCommand(shell(line), filters).outcome, line).toBe('reject');
      },
    ),
    proofRuns({ small: 200, whole: 5_000 }),
  );
});

test('the name of a program in a folder is matched as a whole', () => {
  const halting = compileFilters([filter('halting', 'reject', group('^(halt|mkfs)\\b', 'regex'))]);
  const outcomeOf = (line: string) => decideCommand(line, halting).outcome;
  expect(outcomeOf('timeout 5 ./halt-check')).toBe('none');
  expect(outcomeOf('timeout 5 ./halt')).toBe('reject');
  expect(outcomeOf('/sbin/mkfs x')).toBe('reject');
  expect(outcomeOf('halt-check')).toBe('reject');
});

test.each(['fc -s echo=x', 'r echo', 'echo "$('])('%j may run what is not known here', (line) => {
  expect(decided(line).isUnparsed).toBe(true);
});

test.each<[line: string, isUnfinished: boolean]>([
  ['for i in 1 2', true],
  ['if true', true],
  ['case a in', true],
  ['case a in\na) echo first;;', true],
  ['echo "$(\ndate', true],
  ['f() { cat <<EOF', true],
  ['a &&', true],
  ['x=(1', true],
  ['print(1)', false],
  ['select a (2)', false],
  ['ls; )', false],
  ['$UNKNOWN x; if true', false],
  ['r echo; (', false],
])('that the rest of %j is missing: %s', (line, isUnfinished) => {
  expect(decideCommand(line, filters).isUnfinished).toBe(isUnfinished);
});
