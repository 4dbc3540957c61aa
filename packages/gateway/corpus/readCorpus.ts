import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Step, stepsOf } from './keys.ts';

/*
 * The corpus against which the command gate is measured: rule groups, ways around them, and harmless lines. It was
 * written before the gate, from what shells and terminals can do, and is to be extended, never fitted to the gate.
 *
 * groups.txt         one block per rule group: `## name, type, ignore case|exact`, then its content to the letter.
 * ways/<part>/<kind>.txt
 *                    `## group: shells` holds for the entries below it. An entry begins with `* title`; its lines:
 *                    `> ` keys, in the notation of keys.ts; several such lines are joined as they stand
 *                    `= ` what ran: a line of the log of the stand-ins that begins so
 *                    `- ` what ran: a file or folder of the stage that is gone; `+ `: one that was made
 *                    `< ` a line the shell runs when it starts; `h ` an entry of its history from earlier sessions
 *                    `? ` why a gate that reads lines cannot see it: file, run time, escape or no echo
 *                    `@ size 40x10`, `@ encoding gbk`, `@ burst` (all keys at once, no waiting), `@ needs vim`
 * harmless/*.txt     `@ groups: …` names the groups in force from there on; each other line is typed and entered as it
 *                    stands, in the notation of keys.ts. Whether it succeeds does not matter.
 * In all of them, lines that begin with `# ` are comments.
 *
 * How a way is run: in a fresh folder made by stage.ts, by an unprivileged account, in a shell under a real OpenSSH
 * server, with the group of the entry in force and rejecting. The runner begins when the prompt is there; unless it is
 * a burst, it waits after each line's end until the screen is quiet. Every program a group forbids has a stand-in
 * early in PATH that only writes its name and arguments to `ran.log`, so an entry ran as soon as one of its `=`, `-`
 * and `+` lines holds, and was stopped if none holds a while after the last key. Builtins have no stand-in and are
 * therefore not what entries try to run.
 *
 * How a harmless line is run: in bash, in a stage with calmStage() on top, in a shell of its own, since some change how
 * the shell edits or splits. It passed when the shell has it in its history to the letter; nothing else of it matters.
 */

export const shells = ['bash', 'dash', 'zsh', 'ash'] as const;
export type Shell = (typeof shells)[number];

/** Why a gate that reads lines cannot know what runs. */
export const reasons = ['file', 'run time', 'escape', 'no echo'] as const;
export type Unseen = (typeof reasons)[number];

export interface RuleGroup {
  name: string;
  type: 'command' | 'regex';
  ignoresCase: boolean;
  content: string;
}

/** What shows that the forbidden thing ran. */
export interface Proof {
  kind: 'logged' | 'gone' | 'made';
  text: string;
}

export interface Way {
  part: string;
  kind: string;
  title: string;
  /** File and line, for reports. */
  at: string;
  group: string;
  shells: Shell[];
  steps: Step[];
  proofs: Proof[];
  before: string[];
  history: string[];
  /** Set when it belongs to the share that need not be stopped; every other entry must be. */
  unseen?: Unseen;
  size: [columns: number, rows: number];
  encoding: 'utf8' | 'gbk';
  isBurst: boolean;
  /** Programs that the machine must have, beside those of every Debian. */
  needs: string[];
}

export interface HarmlessLine {
  kind: string;
  at: string;
  /** As it stands in the file: the name of the entry. */
  line: string;
  /** What is typed, without the last line's end. */
  text: string;
  groups: string[];
}

const folder = import.meta.dirname;
const linesOf = (path: string): string[] => readFileSync(join(folder, path), 'utf8').split('\n');
const isIn = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word);

/** All rule groups by name. */
export const readGroups = (): Map<string, RuleGroup> => {
  const blocks = readFileSync(join(folder, 'groups.txt'), 'utf8').split(/^## /m).slice(1);
  return new Map(
    blocks.map((block) => {
      const [heading = '', ...content] = block.split('\n').filter((line) => !line.startsWith('# '));
      const [name = '', type = '', letters = ''] = heading.split(', ');
      if (!isIn(['command', 'regex'], type) || !isIn(['ignore case', 'exact'], letters))
        throw new Error(`groups.txt: ${heading}`);
      const group: RuleGroup = {
        name,
        type,
        ignoresCase: letters === 'ignore case',
        content: content.join('\n').trim(),
      };
      return [name, group];
    }),
  );
};

const proofKinds = { '=': 'logged', '-': 'gone', '+': 'made' } as const;

const setOption = (way: Way, option: string): void => {
  const [name, ...rest] = option.split(' ');
  const value = rest.join(' ');
  if (name === 'burst') way.isBurst = true;
  else if (name === 'encoding' && isIn(['utf8', 'gbk'], value)) way.encoding = value;
  else if (name === 'size' && /^\d+x\d+$/.test(value))
    way.size = value.split('x').map(Number) as [number, number];
  else if (name === 'needs' && rest.length > 0) way.needs = rest;
  else throw new Error(`${way.at}: option ${option}`);
};

const addLine = (way: Way, keys: string[], mark: string, rest: string): void => {
  if (mark === '>') keys.push(rest);
  else if (mark === '=' || mark === '-' || mark === '+')
    way.proofs.push({ kind: proofKinds[mark], text: rest });
  else if (mark === '<') way.before.push(rest);
  else if (mark === 'h') way.history.push(rest);
  else if (mark === '@') setOption(way, rest);
  else if (mark === '?' && isIn(reasons, rest)) way.unseen = rest;
  else throw new Error(`${way.at}: ${mark} ${rest}`);
};

const headingOf = (line: string, at: string): Pick<Way, 'group' | 'shells'> => {
  const [group = '', names = ''] = line.slice(3).split(': ');
  const named = names === 'all' ? [...shells] : names.split(' ').filter((name) => isIn(shells, name));
  if (named.length === 0 || (names !== 'all' && named.length !== names.split(' ').length))
    throw new Error(`${at}: ${line}`);
  return { group, shells: named };
};

const readWaysOf = (path: string): Way[] => {
  const [, part = '', file = ''] = path.split('/');
  const found: { way: Way; keys: string[] }[] = [];
  let heading: Pick<Way, 'group' | 'shells'> | undefined;
  for (const [index, line] of linesOf(path).entries()) {
    const at = `${path}:${index + 1}`;
    if (line === '' || line === '#' || line.startsWith('# ')) continue;
    if (line.startsWith('## ')) heading = headingOf(line, at);
    else if (line.startsWith('* ') && heading) {
      const way: Way = {
        ...heading,
        ...{ part, kind: basename(file, '.txt'), title: line.slice(2), at, isBurst: false, encoding: 'utf8' },
        ...{ size: [100, 30], steps: [], proofs: [], before: [], history: [], needs: [] },
      };
      found.push({ way, keys: [] });
    } else {
      const last = found.at(-1);
      if (!last || line[1] !== ' ') throw new Error(`${at}: ${line}`);
      addLine(last.way, last.keys, line[0] ?? '', line.slice(2));
    }
  }
  return found.map(({ way, keys }) => ({ ...way, steps: stepsOf(keys.join(''), way.encoding, way.at) }));
};

const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: folder }).sort();

/** All ways around the rule groups. */
export const readWays = (): Way[] => filesOf('ways/*/*.txt').flatMap(readWaysOf);

/** All harmless lines. */
export const readHarmless = (): HarmlessLine[] =>
  filesOf('harmless/*.txt').flatMap((path) => {
    let groups: string[] = [];
    return linesOf(path).flatMap((line, index): HarmlessLine[] => {
      const at = `${path}:${index + 1}`;
      if (line.startsWith('@ groups: ')) groups = line.slice('@ groups: '.length).split(' ');
      if (line === '' || line.startsWith('# ') || line.startsWith('@ groups: ')) return [];
      const steps = stepsOf(line, 'utf8', at);
      const text = steps.map((step) => ('bytes' in step ? step.bytes.toString() : '')).join('');
      return [{ kind: basename(path, '.txt'), at, line, text: text.replaceAll('\r', '\n'), groups }];
    });
  });
