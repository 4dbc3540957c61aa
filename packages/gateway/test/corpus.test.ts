import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import {
  type RuleGroup,
  readGroups,
  readHarmless,
  readWays,
  reasons,
  type Way,
} from '../corpus/readCorpus.ts';

const groups = readGroups();
const ways = readWays();
const harmless = readHarmless();

const wordLetter = '[\\p{L}\\p{N}_]';
const wordEdge = `(?:(?<=${wordLetter})(?!${wordLetter})|(?<!${wordLetter})(?=${wordLetter}))`;

/** The pattern of one line of a group of commands, as reference 04 §16 has it. */
const commandPattern = (line: string): string => {
  const words = line.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  if (words.length > 1) return words.join('\\s+');
  return `${wordEdge}${words[0]}${/\p{L}$/u.test(line) ? wordEdge : ''}`;
};

const compiled = new Map<RuleGroup, RegExp>();
const matches = (group: RuleGroup, text: string): boolean => {
  const letters = group.ignoresCase ? 'i' : '';
  const lines = group.content.split('\n');
  const pattern =
    compiled.get(group) ??
    (group.type === 'regex'
      ? new RegExp(group.content, letters)
      : new RegExp(lines.map((line) => commandPattern(line.trim())).join('|'), `${letters}u`));
  compiled.set(group, pattern);
  return pattern.test(text);
};
const groupNamed = (name: string): RuleGroup => {
  const group = groups.get(name);
  if (!group) throw new Error(`no group is called ${name}`);
  return group;
};

const repeated = (keys: string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

test('patterns of groups are made as in the reference', () => {
  const word: RuleGroup = {
    name: 'x',
    type: 'command',
    ignoresCase: true,
    content: 'rm\nab-\nsystemctl  stop\n清账',
  };
  for (const line of [
    'rm',
    'grep rm file',
    'ls /bin/RM',
    'x;rm',
    'ab-1',
    'systemctl\t stop x',
    '清账',
    'a 清账;',
  ])
    expect(matches(word, line), line).toBe(true);
  for (const line of ['firm', 'rms', 'xab-', 'systemctlstop', '清账本', '查清账'])
    expect(matches(word, line), line).toBe(false);
});

test('at least 30 rule groups of both types, with and without regard to case, fit for matching in linear time', () => {
  expect(groups.size).toBeGreaterThanOrEqual(30);
  const kinds = [...groups.values()].map(({ type, ignoresCase }) => `${type} ${ignoresCase}`);
  for (const kind of ['command true', 'command false', 'regex true', 'regex false'])
    expect(kinds.filter((one) => one === kind).length, kind).toBeGreaterThanOrEqual(5);
  for (const { name, type, content } of groups.values()) {
    expect(content, name).not.toBe('');
    expect(repeated(content.split('\n')), name).toEqual([]);
    if (type === 'regex') expect(content, name).not.toContain('\n');
    if (type === 'regex') expect(() => RE2JS.compile(content), name).not.toThrow();
  }
  const used = new Set([...ways.map((way) => way.group), ...harmless.flatMap((line) => line.groups)]);
  expect([...groups.keys()].filter((name) => !used.has(name))).toEqual([]);
});

/** Fewest entries of each kind, in the order of the files. */
const kinds = {
  keys: ['completion', 'continuation', 'editing', 'history', 'interrupted', 'paste', 'typeAhead', 'viMode'],
  programs: ['database', 'encoded', 'fullScreen', 'interpreter', 'nested', 'script'],
  screen: ['control', 'echoOff', 'gbk', 'long', 'marks', 'narrow', 'prompt', 'resize', 'wide'],
  shell: [
    ...['alias', 'assignment', 'blank', 'case', 'comment', 'expansion', 'job', 'list', 'path'],
    ...['quoting', 'redirection', 'wrapper'],
  ],
};

test('at least 600 ways around them, at least 10 of each kind, no two alike', () => {
  expect(ways.length).toBeGreaterThanOrEqual(600);
  expect([...new Set(ways.map(({ part, kind }) => `${part}/${kind}`))]).toEqual(
    Object.entries(kinds).flatMap(([part, names]) => names.map((name) => `${part}/${name}`)),
  );
  for (const kind of Object.values(kinds).flat())
    expect(ways.filter((way) => way.kind === kind).length, kind).toBeGreaterThanOrEqual(10);
  for (const shell of ['bash', 'dash', 'zsh', 'ash'] as const)
    expect(ways.filter((way) => way.shells.includes(shell)).length, shell).toBeGreaterThanOrEqual(500);
  const asked = ({ group, shells, steps, before, history, size, encoding, isBurst }: Way): string =>
    JSON.stringify([group, shells, steps, before, history, size, encoding, isBurst]);
  expect(repeated(ways.map(asked))).toEqual([]);
  expect(repeated(ways.map((way) => [way.kind, way.group, way.shells, way.title].join()))).toEqual([]);
});

// Control O enters a line as well.
const lineEnd = new RegExp(`[\\r\\n${String.fromCharCode(15)}]`);

test('every way enters something, says what shows that it ran, and tries what its group forbids', () => {
  for (const way of ways) {
    const keys = Buffer.concat(way.steps.map((step) => ('bytes' in step ? step.bytes : Buffer.alloc(0))));
    expect(keys.toString('latin1'), way.at).toMatch(lineEnd);
    expect(way.proofs, way.at).not.toEqual([]);
    const ran = way.proofs.filter(({ kind }) => kind === 'logged').map(({ text }) => text);
    // A program of another name, or a script, is not what the rule names.
    if (way.unseen === 'file') continue;
    expect(
      ran.some((text) => matches(groupNamed(way.group), text.replace(/^(my|p)sql> /, ''))),
      `${way.at}: ${ran}`,
    ).toBe(true);
  }
});

test('what a gate that reads lines cannot see is at most 15 % of them, for every reason some', () => {
  const unseen = ways.filter((way) => way.unseen);
  expect(unseen.length / ways.length).toBeLessThanOrEqual(0.15);
  for (const reason of reasons)
    expect(unseen.filter((way) => way.unseen === reason).length, reason).toBeGreaterThanOrEqual(4);
});

test('at least 2,000 harmless lines, no two alike, none of which matches a group in force', () => {
  expect(harmless.length).toBeGreaterThanOrEqual(2000);
  expect(repeated(harmless.map(({ text }) => text))).toEqual([]);
  const hit = harmless.flatMap(({ at, line, text, groups: names }) =>
    names.filter((name) => matches(groupNamed(name), text)).map((name) => `${at} ${name}: ${line}`),
  );
  expect(hit).toEqual([]);
  for (const { at, groups: names } of harmless) expect(names.length, at).toBeGreaterThanOrEqual(10);
});
