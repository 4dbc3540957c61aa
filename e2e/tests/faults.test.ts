import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize, tellFigure } from '../../scripts/proofSize.ts';
import { eventually } from '../clients/api.ts';
import type { Terminal } from '../clients/terminal.ts';
import { createWriter, type Writer } from '../clients/writer.ts';
import { counting, expectWhole, linesOf, longestPause } from '../fixtures/counting.ts';
import { type Estate, openEstate, shown } from '../fixtures/estate.ts';
import type { Part } from '../fixtures/gatehouse.ts';
import { type Sshd, startSshd } from '../fixtures/sshd.ts';

/** Recovery budget (architecture §5). */
const budgetMs = 5_000;
/** At most the last second of a recording may be missing. */
const lostMs = 1_000;
const kinds: Part[][] = [
  ['server'],
  ['gateway'],
  ['postgres'],
  ['server', 'gateway'],
  ['postgres', 'gateway'],
];
/** Server, gateway and PostgreSQL in turn; each pair once in every ten rounds. */
const rounds: Part[][] = Array.from({ length: proofSize({ small: 10, whole: 20 }) }, (_, round) => {
  if (round % 10 === 6) return kinds[3]!;
  if (round % 10 === 9) return kinds[4]!;
  return kinds[round % 3]!;
});

let estate: Estate;
let machine: Sshd;
let asset: { id: string };
let writer: Writer;
const took: { killed: string; after: Record<string, number> }[] = [];

beforeAll(async () => {
  [estate, machine] = await Promise.all([openEstate(), startSshd()]);
  asset = await estate.host('web-01', machine.port);
  await estate.account(asset, machine);
  await estate.grant('ops', [asset]);
  writer = createWriter(estate.admin);
});
afterAll(async () => {
  await writer?.stop();
  await machine?.stop();
  await estate?.remove();
});

const startShell = async () => {
  const terminal = await estate.connect({ asset: asset.id, account: 'deploy' });
  const { session } = await terminal.opened();
  terminal.type(counting);
  await terminal.see('#3 ');
  return { terminal, id: session.session_id };
};
type Shell = Awaited<ReturnType<typeof startShell>>;

/** Repeats until it works, as a user at a browser would. */
const untilItWorks = <T>(what: string, attempt: () => Promise<T>): Promise<T> =>
  eventually(what, () => attempt().catch(() => undefined), 20);

/**
 * Waits until health, writes, the gateway and a new shell work; returns how many ms after `since` each of
 * them did.
 */
const everythingWorks = async (since: number) => {
  const after: Record<string, number> = {};
  const note = (what: string) => {
    after[what] = Date.now() - since;
  };
  await untilItWorks('health', async () => {
    const { body } = await estate.admin.call<{ status: boolean }>('GET', '/api/health/');
    return body.status;
  });
  note('health');
  await writer.nextWrite();
  note('writes');
  await untilItWorks('the gateway', async () => {
    const { body } = await estate.admin.call<{ connected: boolean }>('GET', '/koko/health/');
    return body.connected;
  });
  note('gateway');
  const fresh = await untilItWorks('a new shell', async () => {
    const terminal = await estate.connect({ asset: asset.id, account: 'deploy' });
    await terminal.opened();
    return terminal;
  });
  fresh.type('echo back-$((40+2))\n');
  await fresh.see('back-42');
  note('shell');
  fresh.close();
  return after;
};

const reattach = (terminal: Terminal) => untilItWorks('the shell', () => terminal.resume());

/** The shell kept running, and its window misses no byte. */
const expectSurvival = async ({ terminal }: Shell, killedAt: number) => {
  if (!terminal.isConnected()) {
    expect(await reattach(terminal)).toMatchObject({ type: 'resumed', repaint: false });
  }
  await eventually('output of the shell', async () => {
    const last = linesOf(terminal.text()).at(-1);
    return last && last.at_ms > killedAt + 100;
  });
  const lines = expectWhole(terminal.text());
  expect(longestPause(lines)).toBeLessThan(budgetMs);
};

/** The session that died with its gateway is closed, and its recording lacks at most the last second. */
const expectRecording = async ({ terminal, id }: Shell, killedAt: number) => {
  expect(await reattach(terminal)).toMatchObject({ type: 'closed', reason: 'resume_refused' });
  const row = await eventually('the recording of the broken session', async () => {
    const found = await estate.session(id);
    return found.has_replay && found;
  });
  expect(row).toMatchObject({ is_finished: true, is_success: true, error_reason: { value: '' } });
  expect(row.date_end).not.toBeNull();
  const lines = expectWhole(shown(await estate.recording(id)));
  expect(lines.at(-1)?.at_ms).toBeGreaterThan(killedAt - lostMs);
};

/** Reports the recovery times of each function, by what was killed. */
const report = () => {
  for (const [killed, rows] of Map.groupBy(took, (entry) => entry.killed)) {
    const stages = Object.keys(rows[0]!.after).map((stage) => {
      const ms = rows.map((row) => row.after[stage]!);
      return `${stage} p50 ${median(ms)} max ${Math.max(...ms)}`;
    });
    tellFigure(`kill -9 of ${killed}, ${rows.length} rounds, back after ms: ${stages.join(', ')}`);
  }
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('kill -9 of any part during work: everything is back within 5 s and nothing confirmed is lost', async () => {
  let shell = await startShell();
  for (const parts of rounds) {
    await sleep(300 + Math.random() * 700);
    const killedAt = Date.now();
    await Promise.all(parts.map(estate.gatehouse.kill));
    const after = await everythingWorks(killedAt);
    const killed = parts.join(' and ');
    took.push({ killed, after });
    expect(after.shell, `${killed}: ${JSON.stringify(after)}`).toBeLessThanOrEqual(budgetMs);
    if (parts.includes('gateway')) {
      await expectRecording(shell, killedAt);
      shell = await startShell();
    } else await expectSurvival(shell, killedAt);
  }
  await writer.stop();
  await writer.expectNothingLost();
  report();
  tellFigure(`${writer.confirmed()} confirmed writes, all there`);
});
