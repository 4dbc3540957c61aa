import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@gatehouse/component/platform/log.ts';
import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { readGroups, readHarmless } from '../../../packages/gateway/corpus/readCorpus.ts';
import { createSessionFilters } from '../../../packages/gateway/src/engine/gate/filters.ts';
import { createGate } from '../../../packages/gateway/src/engine/gate/gate.ts';
import { gateTexts } from '../../../packages/gateway/src/engine/gate/gateTexts.ts';
import {
  createScreenHost,
  type ScreenHost,
  screenScript,
} from '../../../packages/gateway/src/engine/screen/screenHost.ts';
import type { Measure } from '../report.ts';

const TERMINALS = 100;
const SECONDS = 30;
/** One terminal types a key this often, in ms: ten a second. */
const BETWEEN_KEYS_MS = 100;
const OPENS = '\u001b[?2004h$ ';
const CLOSES = '\r\n\u001b[?2004l\r';
/** What a command prints. */
const OUTPUT = 'drwxr-xr-x 2 ann users 4096 Nov 28 12:00 a folder of the estate\r\n'.repeat(30);

const filters = (): CommandFilter[] =>
  [...readGroups().values()].map(({ name, type, content, ignoresCase }) => ({
    id: name,
    name,
    action: 'warning',
    priority: 50,
    is_active: true,
    command_groups: [{ id: name, name, type, content, ignore_case: ignoresCase }],
  }));

/** A gate on a real screen, before a machine that draws each key as it gets it. */
const openTerminal = (host: ScreenHost, id: string, onSent: (at: number) => void) => {
  const { judge } = createSessionFilters(filters());
  if (judge.isIdle()) throw new Error('no rules');
  const ignore = () => undefined;
  const calls = { entered: ignore, finished: ignore, onDrain: ignore, onLost: ignore };
  const screen = host.create({ id, size: { cols: 120, rows: 40 }, ...calls });
  const show = (text: string) => {
    screen.output(Buffer.from(text));
    gate.output();
  };
  const moment = () => ({ at_ms: Date.now(), offset_ms: 0 });
  const gate = createGate({
    judge,
    passesUnknown: () => true,
    reviews: { ask: () => new Promise(ignore) },
    texts: gateTexts('en'),
    send: (bytes, done) => {
      const text = bytes.toString();
      screen.input(text, moment());
      done();
      if (text === '\r') onSent(performance.now());
      show(text === '\r' ? `${CLOSES}${OUTPUT}${OPENS}` : text);
      return moment();
    },
    read: screen.held,
    ...{ say: ignore, notice: ignore, decided: ignore },
    moment,
    failed: (error) => {
      throw error;
    },
  });
  show(OPENS);
  return gate;
};

const typeLines = async (host: ScreenHost, id: string, lines: readonly string[], until: number) => {
  const own: number[] = [];
  let pressed = 0;
  let isSent = () => {};
  const gate = openTerminal(host, id, (at) => {
    own.push(at - pressed);
    isSent();
  });
  const press = (key: string) => gate.take(Buffer.from(key), () => undefined);
  await sleep(Math.random() * 1_000);
  for (let nth = 0; Date.now() < until; nth += 1) {
    for (const key of lines[nth % lines.length] ?? '') {
      press(key);
      await sleep(BETWEEN_KEYS_MS);
    }
    const sent = new Promise<void>((resolve) => {
      isSent = resolve;
    });
    pressed = performance.now();
    press('\r');
    await sent;
    await sleep(BETWEEN_KEYS_MS);
  }
  gate.stop();
  return own;
};

/**
 * The time of the gate itself: from a line's end to its going on, on a machine that has drawn the line already. All
 * groups of the corpus are in force in each of 100 terminals, in which users type ten keys a second without a pause.
 */
export const measureGate = async (): Promise<Measure[]> => {
  const host = createScreenHost({ script: screenScript, log: createLog('bench', 'silent') });
  const lines = readHarmless()
    .map(({ text }) => text)
    .filter((text) => /^[ -~]{5,40}$/.test(text));
  const until = Date.now() + SECONDS * 1_000;
  const all = await Promise.all(
    Array.from({ length: TERMINALS }, (_, at) => typeLines(host, `t${at}`, lines.slice(at * 10), until)),
  );
  await host.stop();
  return [
    {
      what: `A line decided, ${TERMINALS} busy terminals, the machine's echo excluded`,
      unit: 'ms',
      values: all.flat(),
      budget: { p50: 5, p99: 20 },
    },
  ];
};
