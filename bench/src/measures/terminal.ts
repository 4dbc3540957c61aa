import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../../e2e/clients/terminal.ts';
import { startSshd } from '../../../e2e/fixtures/sshd.ts';
import type { Installation } from '../installation.ts';
import { type Measure, quantile } from '../report.ts';
import { openDirectShell } from './directShell.ts';

const busyTerminals = 100;
const keystrokes = 400;
const betweenKeysMs = 25;
/** Each busy terminal types a key this often, as somebody who types fast does. */
const busyEveryMs = 250;

/** Somebody types: what was typed is told by the next output. */
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
    /** Times so far; counting starts anew. */
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
    for (const one of typists) {
      one.press(at % 40 === 39 ? '\u0015' : 'k');
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

/** The same keys typed over Gatehouse and directly over SSH, in turns, first alone and then among busy terminals. */
const measureEcho = async (
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
    const usual = quantile(straight, 'p50');
    return [
      { what: `keystroke echo over SSH alone, ${name}`, unit: 'ms', values: straight },
      { what: `keystroke echo through Gatehouse, ${name}`, unit: 'ms', values: through },
      {
        what: `added by Gatehouse to the usual echo, ${name}`,
        unit: 'ms',
        values: through.map((time) => Math.max(0, time - usual)),
        budget,
      },
    ];
  };
  const alone = await round('nobody else');
  const busy = await openAll(busyTerminals, () => open({ sink: () => undefined }));
  const typing = setInterval(() => {
    const now = Math.floor(performance.now() / busyEveryMs);
    for (const [at, one] of busy.entries()) if (at % 5 === now % 5) one.type(now % 40 ? 'b' : '\u0015');
  }, busyEveryMs / 5);
  await sleep(2000);
  const among = await round(`${busyTerminals} busy terminals`, { p50: 2, p99: 10 });
  clearInterval(typing);
  for (const one of [terminal, ...busy]) one.close();
  shell.end();
  return [...alone, ...among];
};

/** Until the last byte of a session that prints all the time, from the moment the administrator's request goes out. */
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

/** Echo and ending of terminals on a real OpenSSH server. */
export const measureTerminals = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  const machine = await startSshd(['MaxStartups 500', 'MaxSessions 500']);
  try {
    const { port, username, private_key: privateKey } = machine;
    const open = await installation.addMachine({ port, username, secret: privateKey, secretType: 'ssh_key' });
    return [
      ...(await measureTerminate(installation, open, rounds)),
      ...(await measureEcho(open, { port, username, privateKey })),
    ];
  } finally {
    await machine.stop();
  }
};
