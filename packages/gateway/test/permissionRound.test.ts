import { expect, test } from 'vitest';
import { createPermissionRound } from '../src/flows/permission/permissionRound.ts';
import { MOST_ASKED } from '../src/flows/permission/renewals.ts';

/** Sessions of `ann` on `web` and the like, whose checks last until they are answered. */
const sessionsOf = (...names: string[]) => {
  const asked: { name: string; answer: () => void }[] = [];
  const sessions = names.map((name) => ({
    concerns: (ids: ReadonlySet<string>) => name.split('@').some((id) => ids.has(id)),
    checkPermission: () =>
      new Promise<void>((resolve) => {
        asked.push({ name, answer: resolve });
      }),
  }));
  /** Answers everything that is asked until nothing is; the names in order. */
  const answerAll = async () => {
    for (let at = 0; at < asked.length; at += 1) {
      asked[at]?.answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return asked.map(({ name }) => name);
  };
  return { asked, answerAll, round: createPermissionRound({ all: () => sessions }) };
};
/** Five sessions more than are asked about at a time. */
const many = Array.from({ length: MOST_ASKED + 5 }, (_, at) => `user${at}@web`);
const last = many.at(-1) ?? '';

test('a change that names users and assets checks their sessions only', async () => {
  const { round, answerAll } = sessionsOf('ann@web', 'bob@web', 'ann@db', 'bob@db');
  round.check(new Set(['ann', 'mail']));
  expect(await answerAll()).toEqual(['ann@web', 'ann@db']);
  round.check(new Set(['db']));
  round.check(new Set(['nothing']));
  expect((await answerAll()).slice(2)).toEqual(['ann@db', 'bob@db']);
});

test('as many checks run at a time as calls have room for, and named sessions come before the others', async () => {
  const { round, asked, answerAll } = sessionsOf(...many);
  round.check();
  expect(asked).toHaveLength(MOST_ASKED);
  const named = new Set([last.split('@')[0] ?? '']);
  round.check(named);
  round.check(named);
  expect(await answerAll()).toEqual([...many.slice(0, MOST_ASKED), last, ...many.slice(MOST_ASKED, -1)]);
});

test('a session that was being checked when another change came is checked again, one that waited only once', async () => {
  const { round, answerAll } = sessionsOf(...many);
  const before = Date.now();
  round.check();
  round.check();
  const names = await answerAll();
  expect(names).toHaveLength(many.length + MOST_ASKED);
  expect(new Set(names)).toEqual(new Set(many));
  expect(round.announced_ms()).toBeGreaterThanOrEqual(before);
});
