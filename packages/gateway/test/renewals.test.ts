import { setImmediate } from 'node:timers/promises';
import { Refused, Unreachable } from '@gatehouse/component/platform/http.ts';
import { type ConnectionRenewal, MOST_RENEWALS } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { createRenewals, MOST_ASKED } from '../src/flows/permission/renewals.ts';

const permitted: ConnectionRenewal = { ok: true, msg: '', expire_at: null };
const refused: ConnectionRenewal = { ok: false, reason: 'rule_refused', msg: '', expire_at: null };

/** A server that refuses the sessions named `refused`, and does not know those named `unknown`. */
const start = (failure?: Error, answered?: Promise<void>) => {
  const calls: string[][] = [];
  const of = (session: string) => (session.startsWith('refused') ? refused : permitted);
  const { renew } = createRenewals({
    core: {
      renew: async (_id, session) => {
        calls.push([session]);
        return of(session);
      },
      renewMany: async (asked) => {
        calls.push(asked.map(({ session }) => session));
        await answered;
        if (failure) throw failure;
        const known = asked.filter(({ session }) => !session.startsWith('unknown'));
        return new Map(known.map(({ session }) => [session, of(session)]));
      },
    },
  });
  return {
    calls,
    renew: (session: string, visitor?: string) => renew(`token of ${session}`, session, visitor),
  };
};
const named = (count: number) => Array.from({ length: count }, (_, at) => `session ${at}`);

test('questions asked together share few calls, in order, and each gets its own answer', async () => {
  const { calls, renew } = start();
  const sessions = named(MOST_RENEWALS + 10);
  sessions[3] = 'refused 3';
  const answers = await Promise.all(sessions.map((session) => renew(session)));
  expect(answers.flatMap(({ ok }, at) => (ok ? [] : [at]))).toEqual([3]);
  expect(calls).toEqual([sessions.slice(0, MOST_RENEWALS), sessions.slice(MOST_RENEWALS)]);
});

test('few calls run at a time; the other questions wait for their turn', async () => {
  const gate = Promise.withResolvers<void>();
  const { calls, renew } = start(undefined, gate.promise);
  const answers = Promise.all(named(MOST_ASKED + 2).map((session) => renew(session)));
  await setImmediate();
  expect(calls.flat()).toEqual(named(MOST_ASKED));
  gate.resolve();
  expect(await answers).toHaveLength(MOST_ASKED + 2);
});

test('a session that the answer leaves out, a single one, and a resumed one are asked about alone', async () => {
  const { calls, renew } = start();
  await Promise.all(['a', 'unknown', 'b'].map((session) => renew(session)));
  await renew('c');
  await Promise.all([renew('d', 'mark'), renew('e', 'mark')]);
  expect(calls).toEqual([['a', 'unknown', 'b'], ['unknown'], ['c'], ['d'], ['e']]);
});

test('a server that does not know the call is asked about each session, and not tried again at once', async () => {
  const { calls, renew } = start(new Refused(404, {}));
  const answers = await Promise.all(['a', 'refused'].map((session) => renew(session)));
  expect(answers).toEqual([permitted, refused]);
  await Promise.all(['b', 'c'].map((session) => renew(session)));
  expect(calls).toEqual([['a', 'refused'], ['a'], ['refused'], ['b'], ['c']]);
});

test('a call that fails at the server decides no session; without a server, none is answered', async () => {
  const failing = start(new Refused(500, {}));
  const answers = await Promise.all(['a', 'refused'].map((session) => failing.renew(session)));
  expect(answers).toEqual([permitted, refused]);
  const away = start(new Unreachable('away'));
  const settled = await Promise.allSettled(['a', 'b'].map((session) => away.renew(session)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(away.calls).toHaveLength(1);
});
