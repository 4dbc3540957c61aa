import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { eventually } from '../gatewayFixture.ts';
import { filterOf, gateShell, shells, typeUntilPrompt } from './gateShell.ts';

const { core, open } = gateShell();

/** A session whose rules change as a server changes them. */
const ruledSession = async (filters: CommandFilter[]) => {
  const session = await open(shells.bash, filters);
  const announce = (next: CommandFilter[]) => {
    core().renewals.set(session.token, { ok: true, msg: '', expire_at: null, command_filter_acls: next });
    check();
  };
  const check = () => core().task('check_permissions', '', '');
  /** Has the rules fetched once more; resolves with the milliseconds that took. */
  const fetched = async () => {
    const [before, began] = [core().renewed(session.token), performance.now()];
    check();
    await eventually(() => core().renewed(session.token) > before);
    return Math.round(performance.now() - began);
  };
  /** Resolves once the rules that were announced last are in force: no check begins before the answer to the one before was taken. */
  const inForce = async () => {
    const ms = await fetched();
    await fetched();
    return ms;
  };
  /** Announces other rules; resolves once they are in force, with the milliseconds it took to fetch them. */
  const change = (next: CommandFilter[]) => {
    announce(next);
    return inForce();
  };
  return { ...session, announce, inForce, change };
};
const REFUSED = 'Not run: the rule';

test('a session that began without rules gets them between a key and the end of its line, and loses them again', async () => {
  const { client, id, change } = await ruledSession([]);
  client.type('echo secret $((40+1))\r');
  await client.shows('secret 41');
  client.type('echo secret $((40+2))');
  const ms = await change([filterOf('reject', 'secret')]);
  console.log(`other rules were fetched after ${ms} ms`);
  client.type('\r');
  await client.shows(REFUSED);
  await client.until('the prompt', () => client.tail(64).endsWith('box$ '));
  client.type('echo secret $((40+3))');
  await change([]);
  client.type('\r');
  await client.shows('secret 43');
  client.send({ type: 'close' });
  await eventually(() => core().sessions.get(id)?.has_replay);
  expect(
    core()
      .commandsOf(id)
      .map(({ input, risk_level }) => [input, risk_level]),
  ).toEqual([
    ['echo secret $((40+1))', 0],
    ['echo secret $((40+2))', 5],
    ['echo secret $((40+3))', 0],
  ]);
});

test('a line under review runs once the rule behind it is gone, and its ticket is closed', async () => {
  const { client, id, announce } = await ruledSession([filterOf('review', 'careful')]);
  client.type('echo careful $((50+1))\r');
  const review = await eventually(() => core().reviews.at(-1));
  client.type('echo behind $((50+2))\r');
  announce([filterOf('reject', 'elsewhere')]);
  await client.shows('behind 52');
  expect(client.text()).toContain('careful 51');
  await eventually(() => review.state === 'closed');
  client.send({ type: 'close' });
  await eventually(() => core().sessions.get(id)?.has_replay);
  expect(
    core()
      .commandsOf(id)
      .map(({ input, risk_level }) => [input, risk_level]),
  ).toEqual([
    ['echo careful $((50+1))', 0],
    ['echo behind $((50+2))', 0],
  ]);
});

test('a filter that is gone when its reviewers are asked decides nothing: the line is decided anew', async () => {
  const gone = filterOf('review', 'careful');
  const { client, token } = await ruledSession([gone]);
  core().renewals.set(token, { ok: true, msg: '', expire_at: null, command_filter_acls: [] });
  core().goneFilters.add(gone.id);
  client.type('echo careful $((60+1))\r');
  await client.shows('careful 61');
  client.send({ type: 'close' });
});

test('many changes in a row are asked for together', async () => {
  const { client, token, announce, inForce } = await ruledSession([]);
  const before = core().renewed(token);
  for (let at = 0; at < 200; at += 1) announce([filterOf('reject', `word${at}`)]);
  await eventually(() => core().renewed(token) > before);
  await sleep(500);
  expect(core().renewed(token) - before).toBeLessThan(20);
  await inForce();
  client.type('echo word199 $((70+1))\r');
  await client.shows(REFUSED);
  client.send({ type: 'close' });
});

test('sessions share one call, and a refusal ends one of them; an older server is asked about each alone', async () => {
  const [first, refused, ruled] = [await ruledSession([]), await ruledSession([]), await ruledSession([])];
  core().renewals.set(refused.token, { ok: false, reason: 'rule_refused', msg: '', expire_at: null });
  // The answer leaves out a session that the server does not know yet.
  await eventually(() => [first, refused, ruled].every(({ id }) => core().sessions.has(id)));
  const before = core().renewalCalls();
  ruled.announce([filterOf('reject', 'secret')]);
  await refused.client.frame('closed');
  expect(core().renewalCalls() - before).toBe(1);
  for (const { client } of [first, ruled]) client.type('echo secret $((80+1))\r');
  await first.client.shows('secret 81');
  await ruled.client.shows(REFUSED);
  core().growOld();
  ruled.announce([]);
  await eventually(() => core().renewalCalls() - before >= 3);
  await ruled.inForce();
  await typeUntilPrompt(ruled.client, 'echo secret $((80+2))\r');
  await ruled.client.shows('secret 82');
  for (const { client } of [first, ruled]) client.send({ type: 'close' });
});
