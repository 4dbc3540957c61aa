import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { proofRuns } from '../../../../../scripts/proofSize.ts';
import { createCommandReader } from '../screen/commandReader.ts';
import { createFeeder } from '../screen/feeder.ts';
import { createScreen } from '../screen/screen.ts';
import { createGate } from './gate.ts';
import { gateTexts } from './gateTexts.ts';

const ESC = '\u001b';

/** What a machine may print to be misread; it may not take the whole screen, where programs get what is typed. */
const sequences = [
  ...[
    '[2J',
    '[H',
    '[K',
    '[1K',
    '[A',
    '[99;99H',
    '[3;5r',
    '[?6h',
    '[4h',
    '[?7l',
    '[8m',
    '[30;40m',
    'c',
    '7',
    '8',
  ],
  ...[
    '[?2004h',
    '[?2004l',
    '[?2004h$ ',
    '[?1h',
    '(0',
    '#6',
    '[3g',
    ']0;title',
    'Pxyz',
    '[',
    '[?2026h',
    '[6n',
  ],
].map((rest) => ESC + rest);
const output = fc.oneof(
  fc.constantFrom(
    ...sequences,
    '$ ',
    '$ ls',
    '\r',
    '\n',
    '\r\n$ ',
    "(reverse-i-search)`x': ls",
    '\r$ ls',
    '好',
  ),
  fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const earlier = fc.constantFrom(
  'ls\r',
  'x\u0001y\r',
  'ls \\\r',
  "echo 'a\r",
  'ls\u0003',
  `${ESC}[A\r`,
  'x\u0015\r',
  '\r',
);
const plan = fc.record({
  earlier: fc.array(earlier, { maxLength: 1 }),
  line: fc.constantFrom('bad', 'echo bad', 'ls; bad x', '好 bad'),
  /** Printed after each key. */
  answers: fc.array(output, { maxLength: 6 }),
  isEchoing: fc.boolean(),
  isFlooding: fc.boolean(),
});

/** A gate on a real screen whose machine prints what it likes. */
const openSession = ({ answers, isEchoing }: { answers: readonly string[]; isEchoing: boolean }) => {
  const parts: Buffer[] = [];
  const failures: unknown[] = [];
  const ignore = () => undefined;
  const screen = createScreen({
    size: { cols: 40, rows: 10 },
    offset: 0,
    feeder: createFeeder(),
    reader: createCommandReader({ entered: ignore, finished: ignore }),
    now: Date.now,
    onDrain: ignore,
  });
  const show = (text: string) => {
    screen.output(Buffer.from(text));
    gate.output();
  };
  const moment = () => ({ at_ms: Date.now(), offset_ms: 0 });
  let nth = 0;
  const gate = createGate({
    judge: {
      isIdle: () => false,
      decide: (line) => ({ action: /\bbad\b/.test(line) ? 'reject' : 'accept' }),
      entered: ignore,
      startsOther: () => false,
      isUnfinished: () => false,
    },
    passesUnknown: () => true,
    reviews: { ask: () => new Promise(ignore) },
    texts: gateTexts('en'),
    send: (bytes, done) => {
      parts.push(Buffer.from(bytes));
      screen.input(bytes.toString(), moment());
      done();
      if (isEchoing) show(bytes.toString());
      // Without a new prompt, the next line would wait for one.
      if (bytes.includes(3)) show(`\r\n${ESC}[?2004h$ `);
      show(answers[nth % answers.length] ?? '');
      nth += 1;
      return moment();
    },
    read: screen.held,
    ...{ say: ignore, notice: ignore, decided: ignore },
    moment,
    failed: (error) => failures.push(error),
  });
  return { gate, show, failures, sent: () => Buffer.concat(parts).toString() };
};

test('whatever a terminal prints, no forbidden line that was typed passes, and the gate decides in time', async () => {
  const play = async ({
    earlier,
    line,
    answers,
    isEchoing,
    isFlooding,
  }: typeof plan extends fc.Arbitrary<infer T> ? T : never) => {
    const { gate, show, failures, sent } = openSession({ answers, isEchoing });
    const flood = isFlooding ? setInterval(() => show(`flood ${answers.join('')}\r\n`), 5) : undefined;
    let waiting = 0;
    const type = async (keys: string) => {
      waiting += 1;
      gate.take(Buffer.from(keys), () => {
        waiting -= 1;
      });
      await vi.waitFor(() => expect(waiting).toBe(0), { timeout: 30_000, interval: 10 });
    };
    show(`${ESC}[?2004h$ `);
    for (const keys of earlier) await type(keys);
    // What stands before the line may be part of it.
    await type('\u0003');
    for (const key of line) await type(key);
    await type('\r');
    // The decision is made once a further key has its turn.
    await type('z');
    await vi.waitFor(() => expect(sent()).toContain('z'), { timeout: 30_000, interval: 10 });
    clearInterval(flood);
    gate.stop();
    expect(sent()).toContain(line);
    expect(sent()).not.toContain(`${line}\r`);
    expect(failures).toEqual([]);
  };
  const many = fc.array(plan, { minLength: 24, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(many, async (plans) => void (await Promise.all(plans.map(play)))),
    proofRuns({ small: 2, whole: 60 }),
  );
});
