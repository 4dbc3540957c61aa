import { vi } from 'vitest';
import { createGate } from '../../src/engine/gate/gate.ts';
import type { Decision } from '../../src/engine/gate/gateDeps.ts';
import { gateTexts } from '../../src/engine/gate/gateTexts.ts';
import { createCommandReader } from '../../src/engine/screen/commandReader.ts';
import { createFeeder } from '../../src/engine/screen/feeder.ts';
import { createScreen } from '../../src/engine/screen/screen.ts';

const OPENS = '\x1b[?2004h';
const CLOSES = '\x1b[?2004l';
const CTRL_C = '\x03';
const CTRL_U = '\x15';
const CTRL_L = '\x0c';
const UP = '\x1b[A';

/** How a shell behaves. */
export type ShellKind = {
  /** `editor`: a line editor that says when it reads; `tty`: a terminal collects the line. */
  by?: 'editor' | 'tty';
  /** It echoes what is typed. */
  isEchoing?: boolean;
  /** Ctrl-C changes nothing. */
  isDeaf?: boolean;
  /** Ctrl-U erases nothing. */
  isStubborn?: boolean;
  prompt?: string;
  /** What the up arrow fetches. */
  last?: string;
};

/** A shell that does what a script says, and reads keys only while it is awake. */
export const createScriptedShell = (
  show: (text: string) => void,
  {
    by = 'editor',
    isEchoing = true,
    isDeaf = false,
    isStubborn = false,
    prompt = 'box$ ',
    last = '',
  }: ShellKind,
) => {
  const ran: string[] = [];
  let line = '';
  let keys = '';
  let isAwake = true;
  const isEditor = by === 'editor';
  const ask = () => show(`${isEditor ? OPENS : ''}${prompt}`);
  const leave = (how: string) => {
    show(`${how}\r\n${isEditor ? CLOSES : ''}`);
    line = '';
  };
  const press = (key: string) => {
    if (key === CTRL_C && isDeaf) return;
    if (key === CTRL_U && !isStubborn) {
      if (isEchoing) show('\b \b'.repeat(line.length));
      line = '';
      return;
    }
    if (key === CTRL_C) {
      leave('^C');
      return ask();
    }
    if (key === '\r') {
      ran.push(line);
      leave('');
      return ask();
    }
    if (key === CTRL_L) return show(`\x1b[H\x1b[J${prompt}${isEchoing ? line : ''}`);
    const text = key === UP ? last : key;
    line += text;
    if (isEchoing) show(text);
  };
  const read = () => {
    while (isAwake && keys !== '') {
      const key = keys.startsWith(UP) ? UP : keys.slice(0, 1);
      keys = keys.slice(key.length);
      press(key);
    }
  };
  return {
    ran,
    start: ask,
    take: (typed: string) => {
      keys += typed;
      read();
    },
    sleep: () => {
      isAwake = false;
    },
    wake: () => {
      isAwake = true;
      read();
    },
  };
};

/** A gate between a user and a scripted shell, on a real screen with a fake clock; lines with `bad` are refused. */
export const openScripted = async (kind: ShellKind = {}) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const decisions: Decision[] = [];
  const ignore = () => undefined;
  const screen = createScreen({
    size: { cols: 80, rows: 24 },
    offset: 0,
    feeder: createFeeder(),
    reader: createCommandReader({ entered: ignore, finished: ignore }),
    now: Date.now,
    onDrain: ignore,
  });
  const shell = createScriptedShell((text) => {
    screen.output(Buffer.from(text));
    gate.output();
  }, kind);
  const moment = () => ({ at_ms: Date.now(), offset_ms: 0 });
  const gate = createGate({
    judge: {
      isIdle: () => false,
      decide: (line) => ({ action: /bad/.test(line) ? 'reject' : 'accept' }),
      entered: ignore,
      startsOther: () => false,
      isUnfinished: (line) => line.endsWith('\\'),
    },
    passesUnknown: () => false,
    reviews: { ask: () => new Promise(ignore) },
    texts: gateTexts('en'),
    send: (bytes, done) => {
      screen.input(bytes.toString(), moment());
      shell.take(bytes.toString());
      done();
      return moment();
    },
    read: screen.held,
    say: (text) => screen.output(Buffer.from(text)),
    notice: ignore,
    moment,
    decided: (decision) => decisions.push(decision),
    failed: (error) => {
      throw error;
    },
  });
  /** Advances the clock and runs what is due in that time. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      await vi.advanceTimersByTimeAsync(Math.min(50, left));
      for (let turns = 0; turns < 8; turns += 1) await new Promise((turn) => setImmediate(turn));
    }
  };
  shell.start();
  await pass(50);
  return {
    ...shell,
    show: (text: string) => {
      screen.output(Buffer.from(text));
      gate.output();
    },
    pass,
    type: (keys: string) => gate.take(Buffer.from(keys), ignore),
    /** Types lines, each once the previous one was decided. */
    enter: async (...lines: string[]) => {
      for (const keys of lines) {
        const before = decisions.length;
        gate.take(Buffer.from(`${keys}\r`), ignore);
        for (let waited = 0; decisions.length === before && waited < 30_000; waited += 200) await pass(200);
      }
    },
    /** Whether each line passed. */
    passed: () => decisions.map(({ hasPassed }) => hasPassed),
  };
};
