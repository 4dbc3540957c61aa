import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { createGate } from '../../src/engine/gate/gate.ts';
import type { Decision } from '../../src/engine/gate/gateDeps.ts';
import { gateTexts } from '../../src/engine/gate/gateTexts.ts';
import type { Review, ReviewEnd } from '../../src/engine/gate/reviews.ts';
import type { Judge, Rule, Ruling } from '../../src/engine/gate/ruling.ts';
import type { HeldLine } from '../../src/engine/screen/heldLine.ts';

const moment = { at_ms: 0, offset_ms: 0 };
const place = {
  column: 0,
  columns: 80,
  below: 0,
  isAtPrompt: true,
  isFull: false,
  isInterrupting: false,
  before: '',
} as const;
const ruleOf = (name: string): Rule => ({ filter: { id: name, name }, group: null });

type Rules = { [word: string]: Ruling['action'] };
/** An open question to reviewers. */
type Question = Review & { end: (end: ReviewEnd) => void; isWithdrawn: () => boolean };

const ENDS = ['\r', '\n', '\x03', '\x15'];
const heldLine = (sent: string, prompt: string): HeldLine => {
  const text = sent.slice(1 + Math.max(...ENDS.map((end) => sent.lastIndexOf(end)))).trim();
  const texts = text === '' ? [] : [text];
  return { ...place, editor: 'unknown', texts, hint: text, isShown: true, isFound: true, prompt };
};

const judgeBy = (current: () => Rules | null): Judge => ({
  isIdle: () => current() === null,
  decide: (text) => {
    const hit = Object.entries(current() ?? {}).find(([word]) => text.includes(word));
    return hit ? { action: hit[1], rule: ruleOf(hit[0]) } : { action: 'accept' };
  },
  entered: () => undefined,
  startsOther: () => false,
  isUnfinished: () => false,
});

/** A gate before a machine that shows what it gets; its rules name words and may be replaced. */
const start = (rules: Rules | null, { isLate = false, prompt = '$ ' } = {}) => {
  let current = rules;
  let sent = '';
  let said = '';
  let shows: Promise<void> = Promise.resolve();
  const decisions: Decision[] = [];
  const questions: Question[] = [];
  const gate = createGate({
    judge: judgeBy(() => current),
    isLate,
    passesUnknown: () => false,
    reviews: {
      ask: (review, signal) =>
        new Promise((end) => {
          questions.push({ ...review, end, isWithdrawn: () => signal.aborted });
          signal.addEventListener('abort', () => end({ outcome: 'closed', by: '' }));
        }),
    },
    texts: gateTexts('en'),
    send: (bytes, done) => {
      sent += bytes.toString();
      done();
      return moment;
    },
    read: async () => {
      await shows;
      return heldLine(sent, prompt);
    },
    say: (text) => {
      said += text;
    },
    notice: () => undefined,
    moment: () => moment,
    decided: (decision) => decisions.push(decision),
    failed: (error) => {
      throw error;
    },
  });
  let waiting = 0;
  return {
    sent: () => sent,
    said: () => said,
    decisions,
    questions,
    type: (text: string) => {
      waiting += 1;
      gate.take(Buffer.from(text), () => {
        waiting -= 1;
      });
    },
    change: (next: Rules | null) => {
      current = next;
      gate.rulesChanged();
    },
    /** Until the returned function is called the machine shows nothing. */
    hide: () => {
      let show = () => {};
      shows = new Promise((resolve) => {
        show = resolve;
      });
      return show;
    },
    settled: () => vi.waitFor(() => expect(waiting).toBe(0), { interval: 2 }),
    asked: (count: number) => vi.waitFor(() => expect(questions).toHaveLength(count), { interval: 2 }),
  };
};

test.each<[what: string, before: Rules, after: Rules | null, sent: string]>([
  ['forbid it', { other: 'reject' }, { word: 'reject' }, 'word\x03'],
  ['forbid it no more', { word: 'reject' }, { other: 'reject' }, 'word\rnext'],
  ['are gone', { word: 'reject' }, null, 'word\rnext'],
])(
  'a line that is held while rules change is decided by the new ones: they %s',
  async (_what, before, after, sent) => {
    const one = start(before);
    const show = one.hide();
    one.type('word\rnext');
    one.change(after);
    show();
    await one.settled();
    expect(one.sent()).toBe(sent);
  },
);

test.each<[what: string, after: Rules | null, sent: string, risks: number[]]>([
  ['are gone', null, 'word\rnext', [0]],
  ['name it no more', { other: 'review' }, 'word\rnext', [0]],
  ['only warn', { word: 'warning' }, 'word\rnext', [4]],
  ['forbid it', { word: 'reject' }, 'word\x03', [5]],
])(
  'a line under review is decided anew when the rules %s, and its review is withdrawn',
  async (_what, after, sent, risks) => {
    const one = start({ word: 'review' });
    one.type('word\r');
    await one.asked(1);
    one.type('next');
    one.change(after);
    await one.settled();
    await vi.waitFor(() => expect(one.sent()).toBe(sent));
    expect(one.questions[0]?.isWithdrawn()).toBe(true);
    await vi.waitFor(() => expect(one.decisions.map(({ risk }) => risk)).toEqual(risks));
  },
);

test('a line under review goes on waiting for the same filter, and is asked anew for another', async () => {
  const one = start({ word: 'review', more: 'reject' });
  one.type('word\r');
  await one.asked(1);
  one.change({ word: 'review' });
  expect(one.questions[0]?.isWithdrawn()).toBe(false);
  one.change({ wor: 'review' });
  await one.asked(2);
  expect(one.questions.map(({ rule, isWithdrawn }) => [rule.filter.id, isWithdrawn()])).toEqual([
    ['word', true],
    ['wor', false],
  ]);
  one.questions[1]?.end({ outcome: 'approved', by: 'Rob' });
  await one.settled();
  expect([one.sent(), one.decisions.map(({ risk }) => risk)]).toEqual(['word\r', [7]]);
});

test('an approval that comes with the change does not let through what is now forbidden', async () => {
  const one = start({ word: 'review' });
  one.type('word\r');
  await one.asked(1);
  one.questions[0]?.end({ outcome: 'approved', by: 'Rob' });
  one.change({ word: 'reject' });
  await one.settled();
  await vi.waitFor(() => expect(one.sent()).toBe('word\x03'));
});

test('a review that its user gave up stays given up, whatever the rules become', async () => {
  const one = start({ word: 'review' });
  one.type('word\r');
  await one.asked(1);
  one.type('\x03');
  one.change(null);
  await one.settled();
  await vi.waitFor(() => expect(one.said()).toContain('you cancelled the approval'));
  expect(one.sent()).toBe('word\x03');
});

test('without rules nothing is held; the first line under new ones is judged', async () => {
  const one = start({ word: 'reject' });
  one.change(null);
  one.type('word\rword\r\x1b[200~word\n');
  expect(one.sent()).toBe('word\rword\r\x1b[200~word\n');
  one.type('\x1b[201~\r');
  one.change({ word: 'reject' });
  one.type('a word\r');
  await one.settled();
  expect(one.sent()).toBe('word\rword\r\x1b[200~word\n\x1b[201~\ra word\x03');
});

test.each([
  ['began late', true],
  ['had no rules for a while', false],
])(
  'where a gate %s, the rest of a command that it did not see is refused, and only that',
  async (_what, isLate) => {
    const one = start(isLate ? { word: 'reject' } : null, { isLate, prompt: '> ' });
    if (!isLate) one.change({ word: 'reject' });
    one.type('half\r');
    await one.settled();
    one.type('echo a\r');
    await one.settled();
    expect([one.sent(), one.decisions.map(({ risk }) => risk)]).toEqual(['half\x03echo a\r', [5, 0]]);
  },
);

const rulesOf = (name: string): Rules | null => (name === 'none' ? null : { [name]: 'reject' });

test('however rules come and go, no byte that passes is lost, invented or reordered', async () => {
  const step = fc.oneof(
    fc.constantFrom('ls\r', 'a', '\x1b[200~a\nb\x1b[201~', '\r\n', '\x0f', '\x04').map((text) => ({ text })),
    fc.constantFrom('none', 'zzz', 'yyy').map((rules) => ({ rules })),
    fc.constant({ turn: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const one = start({ zzz: 'reject' });
      let typed = '';
      for (const now of steps) {
        if ('rules' in now) one.change(rulesOf(now.rules));
        else if ('turn' in now) await new Promise((resolve) => setImmediate(resolve));
        else {
          typed += now.text;
          one.type(now.text);
        }
      }
      await one.settled();
      expect(one.sent()).toBe(typed);
    }),
    proofRuns({ small: 40, whole: 2_000 }),
  );
});
