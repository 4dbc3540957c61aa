import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from '../../test/gatewayFixture.ts';
import type { HarmlessLine, RuleGroup } from '../readCorpus.ts';
import type { Place } from './places.ts';
import type { Outcome } from './runWay.ts';
import { openOn } from './terminal.ts';

/** How long a line may take to get into the history. */
const PASSED_MS = 10_000;

const historyOf = (home: string): string => {
  try {
    return readFileSync(join(home, '.bash_history'), 'utf8');
  } catch {
    return '';
  }
};

/** Of several lines, bash keeps the breaks between them as it likes. */
const joined = (text: string): string => text.replace(/\\?\n/g, '');

const keeps = (history: string, text: string): boolean =>
  text.includes('\n') ? joined(history).includes(joined(text)) : `\n${history}`.includes(`\n${text}\n`);

/** Types a line into bash; stopped is what bash does not have in its history to the letter. */
export const runHarmless = async (
  fixture: Fixture,
  place: Place,
  { line, groups }: { line: HarmlessLine; groups: readonly RuleGroup[] },
): Promise<Outcome> => {
  const staging = { shell: 'bash', before: [], history: [], encoding: 'utf8', isCalm: true } as const;
  const { home, readyFile } = place.prepare(staging);
  const terminal = await openOn(fixture, place, readyFile, { groups, size: [100, 30], encoding: 'utf8' });
  try {
    const rows = line.text.split('\n');
    for (const row of rows) {
      terminal.type(Buffer.from(`${row}\r`));
      if (rows.length > 1) await terminal.answered().then(() => terminal.quiet(60));
    }
    const isKept = () => keeps(historyOf(home), line.text);
    for (const since = Date.now(); !isKept() && Date.now() - since < PASSED_MS; ) {
      if (terminal.refusals() > 0) break;
      await sleep(20);
    }
    const isStopped = terminal.refusals() > 0 || !isKept();
    return { isStopped, refusals: terminal.refusals(), screen: terminal.text().slice(-800) };
  } finally {
    terminal.close();
    await place.clear();
  }
};
