import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../../e2e/clients/terminal.ts';
import { startSshd } from '../../../e2e/fixtures/sshd.ts';
import type { Installation } from '../installation.ts';
import { watchProcessors } from '../processorTime.ts';
import type { Measure } from '../report.ts';
import { openDirectShell } from './directShell.ts';

const busyTerminals = 100;
const keystrokes = 400;
const betweenKeysMs = 25;
/** Interval between keys on each busy terminal, as with a fast typist. */
const busyEveryMs = 250;

/** Types keys and measures how long each takes to appear in the output. */
const typist = (type: (text: string) => void) => {
  let sentAt = 0;
  let taken: number[] = [];
  return {
    heard: () => {
      if (sentAt > 0) taken.push(performance.now() - sentAt);
      sentAt = 0;
    },
    press: (key: string) => {
      sentAt = performance.now();
      type(key);
    },
    /** Returns the times so far and resets. */
    times: () => {
      const times = taken;
      taken = [];
      return times;
    },
  };
};

type Typist = ReturnType<typeof typist>;

const typeOn = async (typists: Typist[]): Promise<void> => {
  for (let at = 0; at < keystrokes; at += 1)
    for (const typist of typists) {
      typist.press(at % 40 === 39 ? '\u0015' : 'k');
      await sleep(betweenKeysMs);
    }
};

const openAll = async (many: number, open: () => Promise<Terminal>): Promise<Terminal[]> => {
  const terminals: Terminal[] = [];
  while (terminals.length < many) {
    const group = Math.min(5, many - terminals.length);
    terminals.push(...(await Promise.all(Array.from({ length: group }, open))));
  }
  return terminals;
};

/**
 * What Gatehouse adds to a direct connection under the same load: echo times are compared by rank, the
 * quickest with the quickest.
 */
const addedBy = (through: readonly number[], straight: readonly number[]): number[] => {
  const usual = straight.toSorted((a, b) => a - b);
  return through
    .toSorted((a, b) => a - b)
    .map((time, rank) =>
      Math.max(0, time - (usual[Math.floor((rank * usual.length) / through.length)] ?? 0)),
    );
};

/**
 * Types on all terminals in turn, at even intervals; `stop` ends it, `typed` returns the number of keys typed
 * so far.
 */
const typeBusily = (terminals: readonly Terminal[]) => {
  const started = performance.now();
  let typed = 0;
  const timer = setInterval(() => {
    for (
      const due = ((performance.now() - started) / busyEveryMs) * terminals.length;
      typed < due;
      typed += 1
    ) {
      const ofOne = Math.floor(typed / terminals.length);
      terminals[typed % terminals.length]?.type(ofOne % 40 === 39 ? '\u0015' : 'b');
    }
  }, 1);
  return { stop: () => clearInterval(timer), typed: () => typed };
};

/**
 * The same keys typed through Gatehouse and directly over SSH, in turns, first alone and then among busy
 * terminals; for the latter, also the processor time for a keystroke.
 */
const measureEcho = async (
  { gatehouse }: Installation,
  open: Awaited<ReturnType<Installation['addMachine']>>,
  machine: { port: number; username: string; privateKey: string },
): Promise<Measure[]> => {
  let hearOurs: () => void = () => undefined;
  let hearDirect: () => void = () => undefined;
  const terminal = await open({ sink: () => hearOurs() });
  const shell = await openDirectShell(machine, () => hearDirect());
  const [ours, direct] = [typist(terminal.type), typist(shell.type)];
  await sleep(1000);
  hearOurs = ours.heard;
  hearDirect = direct.heard;
  const round = async (name: string, budget?: Measure['budget']): Promise<Measure[]> => {
    await typeOn([ours, direct]);
    const [through, straight] = [ours.times(), direct.times()];
    return [
      { what: `keystroke echo over SSH alone, ${name}`, unit: 'ms', values: straight },
      { what: `keystroke echo through Gatehouse, ${name}`, unit: 'ms', values: through },
      { what: `added by Gatehouse, ${name}`, unit: 'ms', values: addedBy(through, straight), budget },
    ];
  };
  const alone = await round('nobody else');
  const busy = await openAll(busyTerminals, () => open({ sink: () => undefined }));
  const typing = typeBusily(busy);
  await sleep(2000);
  const shares = await watchProcessors({
    gateway: await gatehouse.pidOf('gateway'),
    server: await gatehouse.pidOf('server'),
    'the bench itself': process.pid,
  });
  const before = typing.typed();
  const among = await round(`${busyTerminals} busy terminals`, { p50: 2, p99: 10 });
  const keys = typing.typed() - before + 2 * keystrokes;
  const costs = (await shares()).map(
    ([who, ms]): Measure => ({
      what: `processor time for a keystroke: ${who}`,
      unit: 'ms',
      values: [ms / keys],
    }),
  );
  typing.stop();
  for (const client of [terminal, ...busy]) client.close();
  shell.end();
  return [...alone, ...among, ...costs];
};

/** Time from an administrator's terminate request to the last byte of a session that prints continuously. */
const measureTerminate = async (
  { admin }: Installation,
  open: Awaited<ReturnType<Installation['addMachine']>>,
  rounds: number,
): Promise<Measure[]> => {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let last = 0;
    const terminal = await open({
      sink: () => {
        last = performance.now();
      },
    });
    const { session } = await terminal.opened();
    terminal.type('while :; do date; sleep 0.01; done\n');
    await sleep(1000);
    const started = performance.now();
    const answer = await admin.call('POST', '/api/v1/terminal/tasks/kill-session/', [session.session_id]);
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    await terminal.frame('closed');
    await sleep(300);
    values.push(Math.max(0, last - started));
  }
  return [
    { what: 'last byte after an administrator ends the session', unit: 'ms', values, budget: { max: 250 } },
  ];
};

/** Echo and termination of terminals on a real OpenSSH server. */
export const measureTerminals = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  const machine = await startSshd(['MaxStartups 500', 'MaxSessions 500']);
  try {
    const { port, username, private_key: privateKey } = machine;
    const open = await installation.addMachine({ port, username, secret: privateKey, secretType: 'ssh_key' });
    return [
      ...(await measureTerminate(installation, open, rounds)),
      ...(await measureEcho(installation, open, { port, username, privateKey })),
    ];
  } finally {
    await machine.stop();
  }
};
