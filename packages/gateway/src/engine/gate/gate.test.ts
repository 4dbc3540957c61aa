import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { proofRuns, proofSize } from '../../../../../scripts/proofSize.ts';
import type { HeldLine } from '../screen/heldLine.ts';
import { createGate } from './gate.ts';
import type { Decision, GateDeps } from './gateDeps.ts';
import { gateTexts } from './gateTexts.ts';
import type { Ruling } from './ruling.ts';

const place = { column: 0, columns: 80, below: 0, prompt: '$ ' };

const ends = ['\r', '\n', '\x03', '\x15', '\x0f'];

/** A terminal that shows at once what it got, and takes Ctrl-C and Ctrl-U as line editors do. */
const createMachine = (editor: HeldLine['editor'] = 'unknown') => {
  const parts: Buffer[] = [];
  let line = '';
  return {
    sent: () => Buffer.concat(parts),
    send: (bytes: Buffer) => {
      parts.push(Buffer.from(bytes));
      const text = line + bytes.toString('latin1');
      line = text.slice(1 + Math.max(...ends.map((end) => text.lastIndexOf(end))));
      if (line.length > 10_000) line = line.slice(-100);
    },
    read: async (): Promise<HeldLine | null> => {
      const text = line.trim();
      const texts = text === '' ? [] : [text];
      return {
        isFull: false,
        editor,
        texts,
        hint: line,
        isShown: true,
        isFound: true,
        isAtPrompt: true,
        isInterrupting: false,
        before: '',
        ...place,
      };
    },
  };
};

const rulingOf = (line: string): Ruling => ({ action: line.includes('bad') ? 'reject' : 'accept' });

const rule = { filter: { id: 'f', name: 'careful' }, group: null };
const judgeAs = (ruling: Ruling) => ({
  isIdle: () => false,
  decide: () => ruling,
  entered: () => undefined,
  startsOther: () => false,
  isUnfinished: () => false,
});

const start = (changes: Partial<GateDeps> = {}, machine = createMachine()) => {
  const decisions: Decision[] = [];
  const failures: unknown[] = [];
  let said = '';
  const moment = () => ({ at_ms: 0, offset_ms: 0 });
  const gate = createGate({
    judge: {
      isIdle: () => false,
      decide: rulingOf,
      entered: () => undefined,
      startsOther: () => false,
      isUnfinished: () => false,
    },
    passesUnknown: () => false,
    reviews: { ask: () => new Promise(() => undefined) },
    texts: gateTexts('en'),
    send: (bytes, done) => {
      machine.send(bytes);
      done();
      return moment();
    },
    read: machine.read,
    say: (text) => {
      said += text;
    },
    notice: () => undefined,
    moment,
    decided: (decision) => decisions.push(decision),
    failed: (error) => failures.push(error),
    ...changes,
  });
  let waiting = 0;
  return {
    ...machine,
    gate,
    decisions,
    failures,
    said: () => said,
    type: (bytes: Buffer | string) => {
      waiting += 1;
      gate.take(Buffer.from(bytes), () => {
        waiting -= 1;
      });
    },
    settled: () => vi.waitFor(() => expect(waiting).toBe(0), { timeout: 20_000, interval: 5 }),
  };
};

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        'ls\r',
        'echo a\rb\r',
        '\x1b[200~a\nb\x1b[201~',
        '\x1b[200',
        '~',
        '\x18e',
        '\x0f',
        '好',
        '\x04',
        '\r\n',
      )
      .map((text) => Buffer.from(text)),
  },
);

test('no byte that passes is lost, invented or reordered, however the input is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const { type, settled, sent } = start({
        judge: judgeAs({ action: 'accept' }),
        passesUnknown: () => true,
      });
      for (const bytes of pieces) type(bytes);
      await settled();
      expect(sent()).toEqual(Buffer.concat(pieces));
    }),
    proofRuns({ small: 60, whole: 3_000 }),
  );
});

test('keys go through at once, those behind a held line end wait and follow in order', async () => {
  let release: (line: HeldLine | null) => void = () => undefined;
  const machine = createMachine();
  const held = () =>
    new Promise<HeldLine | null>((resolve) => {
      release = resolve;
    });
  const { type, sent, settled } = start({ read: held }, machine);
  type('ls');
  expect(sent().toString()).toBe('ls');
  type(' -l\rpw');
  type('d');
  expect(sent().toString()).toBe('ls -l');
  release(await machine.read());
  await settled();
  expect(sent().toString()).toBe('ls -l\rpwd');
});

test('a rejected line is taken back with what was pasted behind it, and what is typed later goes on', async () => {
  const { type, sent, settled, said, decisions } = start();
  type('echo bad\rafter\r');
  await vi.waitFor(() => expect(said()).toContain('Not run'));
  type('ok\r');
  await settled();
  expect(sent().toString()).toBe('echo bad\x03ok\r');
  expect(decisions).toMatchObject([
    { text: 'echo bad', risk: 5, hasPassed: false },
    { text: 'ok', risk: 0, hasPassed: true },
  ]);
});

test('a pasted block with a forbidden line is ended and taken back, also where it arrives in parts', async () => {
  const { type, sent, settled, said } = start({}, createMachine('open'));
  type('\x1b[200~fine\nbad\nmore\n');
  await vi.waitFor(() => expect(said()).toContain('Not run'));
  type('rest bad\n\x1b[201~ls');
  await settled();
  expect(sent().toString()).toBe('\x1b[200~fine\nbad\x1b[201~\x03ls');
});

test.each<[what: string, changes: Partial<GateDeps>]>([
  ['the screen is lost', { read: async () => null }],
  ['the screen cannot be read', { read: () => Promise.reject(new Error('no')) }],
  [
    'the rules fail',
    {
      judge: {
        isIdle: () => false,
        decide: () => {
          throw new Error('no');
        },
        entered: () => undefined,
        startsOther: () => false,
        isUnfinished: () => false,
      },
    },
  ],
  ['the rules know nothing', { judge: judgeAs({ action: 'accept', isUnknown: true }) }],
  [
    'a rule holds what may run something else',
    { judge: judgeAs({ action: 'review', isUnknown: true, rule }) },
  ],
  ['a rule holds it and no rule is named', { judge: judgeAs({ action: 'review' }) }],
])('when %s, no line passes and the user is told', async (_what, changes) => {
  const { type, sent, settled, said } = start(changes);
  type('ls\r');
  await settled();
  await vi.waitFor(() => expect(said()).toContain('Not run'));
  expect(sent().toString()).toBe('ls\x03');
});

test('a line that may run something else is put to reviewers where such lines pass, as uncertain', async () => {
  const asked: unknown[] = [];
  const { type, sent, settled } = start({
    judge: judgeAs({ action: 'review', isUnknown: true, rule }),
    passesUnknown: () => true,
    reviews: {
      ask: async (review) => {
        asked.push(review);
        return { outcome: 'approved', by: 'Rob(rob)' };
      },
    },
  });
  type('ls\r');
  await settled();
  expect(asked).toEqual([{ rule, command: 'ls', doubt: 'uncertain' }]);
  expect(sent().toString()).toBe('ls\r');
});

test('a line under review is refused when the rules that come into force cannot be applied', async () => {
  let isBroken = false;
  const { gate, type, sent, settled, said } = start({
    judge: {
      ...judgeAs({ action: 'review', rule }),
      decide: () => {
        if (isBroken) throw new Error('no');
        return { action: 'review', rule };
      },
    },
    reviews: {
      ask: (_review, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'closed', by: '' }));
        }),
    },
  });
  type('ls\r');
  await vi.waitFor(() => expect(said()).toContain('Waiting for approval'));
  isBroken = true;
  gate.rulesChanged();
  await settled();
  expect(said()).toContain('could not check this line');
  expect(sent().toString()).toBe('ls\x03');
});

test('after the screen was lost the next line is refused, because its beginning is unknown', async () => {
  const { gate, type, sent, settled } = start();
  gate.blind();
  type('ls\r');
  await settled();
  type('ls\r');
  await settled();
  expect(sent().toString()).toBe('ls\x03ls\r');
});

test('a paused session gives up the line that is held', async () => {
  const { gate, type, sent, settled } = start({ read: () => new Promise(() => undefined) });
  type('ls\rpwd\r');
  gate.abandon();
  await settled();
  expect(sent().toString()).toBe('ls');
});

test('floods of lines and lines of any length pass whole, while other sessions get their turn', async () => {
  const { type, sent, settled } = start();
  const bytes = proofSize({ small: 1, whole: 10 }) * 1024 * 1024;
  const lines = Buffer.from(`${'x'.repeat(499)}\r`.repeat(bytes / 512));
  for (let at = 0; at < lines.length; at += 64 * 1024) type(lines.subarray(at, at + 64 * 1024));
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await settled();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
  const long = Buffer.alloc(bytes, 'y');
  type(long);
  await settled();
  expect(sent().equals(Buffer.concat([lines, long]))).toBe(true);
});
