import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import type { Fixture } from '../../test/gatewayFixture.ts';
import type { Step } from '../keys.ts';
import type { Proof, RuleGroup, Shell, Way } from '../readCorpus.ts';
import type { Place } from './places.ts';
import { openOn, type Terminal } from './terminal.ts';

/** What became of an entry. */
export type Outcome = { isStopped: boolean; refusals: number; screen: string };

/** How long what was typed may take to run when it was not refused, … */
const PASSED_MS = 5_000;
/** … and after a refusal, in case that it was of another line. */
const REFUSED_MS = 700;

const holds = (home: string, { kind, text }: Proof): boolean => {
  const path = join(home, text);
  if (kind === 'gone') return !existsSync(path);
  if (kind === 'made') return existsSync(path);
  const log = join(home, 'ran.log');
  return (
    existsSync(log) &&
    readFileSync(log, 'utf8')
      .split('\n')
      .some((line) => line.startsWith(text))
  );
};

/** Windows send text as UTF-8; the gateway turns it into what the machine speaks. */
const asTyped = (bytes: Buffer, { encoding }: Way): Buffer =>
  encoding === 'gbk' ? Buffer.from(iconv.decode(bytes, 'gbk')) : bytes;

const take = async (terminal: Terminal, step: Step, way: Way): Promise<void> => {
  if ('wait' in step) return terminal.quiet();
  if ('pause' in step) return void (await sleep(step.pause * 1_000));
  if ('resize' in step) {
    terminal.resize(step.resize);
    return terminal.quiet();
  }
  terminal.type(asTyped(step.bytes, way));
  if (way.isBurst || !/[\r\n]/.test(step.bytes.toString('latin1'))) return;
  await terminal.answered();
  await terminal.quiet();
};

/** Whether it ran within a while after the last key. */
const hasRun = async (terminal: Terminal, home: string, way: Way): Promise<boolean> => {
  for (const since = Date.now(); ; ) {
    if (way.proofs.some((proof) => holds(home, proof))) return true;
    const patience = terminal.refusals() > 0 ? REFUSED_MS : PASSED_MS;
    if (Date.now() - since > patience) return false;
    await sleep(100);
    await terminal.quiet(100, 300);
  }
};

/** Types an entry into a shell; without a group, no gate stands before it. */
export const runWay = async (
  fixture: Fixture,
  place: Place,
  { way, shell, group }: { way: Way; shell: Shell; group: RuleGroup | null },
): Promise<Outcome> => {
  const { before, history, encoding, size } = way;
  const { home, readyFile } = place.prepare({ shell, before, history, encoding, isCalm: false });
  const terminal = await openOn(fixture, place, readyFile, { groups: group ? [group] : [], size, encoding });
  try {
    for (const step of way.steps) await take(terminal, step, way);
    const isStopped = !(await hasRun(terminal, home, way));
    return { isStopped, refusals: terminal.refusals(), screen: terminal.text().slice(-800) };
  } finally {
    terminal.close();
    await place.clear();
  }
};
