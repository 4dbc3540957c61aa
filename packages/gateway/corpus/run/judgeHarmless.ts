import { createSessionFilters } from '../../src/engine/gate/filters.ts';
import { createLineJudge } from '../../src/engine/gate/lineJudge.ts';
import type { Judge } from '../../src/engine/gate/ruling.ts';
import { type HarmlessLine, readGroups, readHarmless } from '../readCorpus.ts';
import { groupsNamed, rejecting } from './rejecting.ts';

const shown = { isFull: false, editor: 'open', isShown: true, isFound: true, isAtPrompt: true } as const;
const settled = { isInterrupting: false, before: '' } as const;
const place = { column: 0, below: 0, columns: 100 };

/** The rules say no to one of its lines, or cannot say what it runs. */
const isStopped = ({ text }: HarmlessLine, judge: Judge): boolean => {
  // Each line has a shell of its own: nothing is remembered from the one before.
  const lines = createLineJudge({ ...judge, entered: () => undefined });
  return text.split('\n').some((row, at) => {
    const line = { ...shown, ...settled, ...place, texts: row.trim() === '' ? [] : [row.trim()], hint: row };
    const decided = lines.decide({ line: { ...line, prompt: at === 0 ? '$ ' : '> ' }, isUnsure: false });
    lines.entered(decided);
    return decided.action !== 'accept' || decided.isUnknown === true;
  });
};

/** Harmless lines that the rules stop by what they say, without a shell. */
export const judgeHarmless = (): { all: number; stopped: string[] } => {
  const groups = readGroups();
  const judges = new Map<string, Judge>();
  const judgeUnder = (names: readonly string[]): Judge => {
    const judge =
      judges.get(names.join(' ')) ?? createSessionFilters(groupsNamed(names, groups).map(rejecting)).judge;
    if (judge.isIdle()) throw new Error('a line without rules');
    judges.set(names.join(' '), judge);
    return judge;
  };
  const lines = readHarmless();
  const stopped = lines.filter((line) => isStopped(line, judgeUnder(line.groups)));
  return { all: lines.length, stopped: stopped.map(({ at, line }) => `${at} ${line}`) };
};
