import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { eventually } from '../gatewayFixture.ts';
import { filterOf, gateShell, shells } from './gateShell.ts';

const { core, open } = gateShell();

/** A session; `change` announces other rules, as the server does when they change. */
const ruledSession = async (filters: CommandFilter[]) => {
  const session = await open(shells.bash, filters);
  const change = (next: CommandFilter[]) => {
    core().renewals.set(session.token, { ok: true, msg: '', expire_at: null, command_filter_acls: next });
    core().task('check_permissions', '', '');
  };
  return { ...session, change };
};
const REFUSED = 'Not run: the rule';

test('a session that began without rules gets them while it runs, and loses them again', async () => {
  const { client, id, change } = await ruledSession([]);
  client.type('echo secret $((40+1))\r');
  await client.shows('secret 41');
  const began = performance.now();
  change([filterOf('reject', 'secret')]);
  // Typed until the rule answers: how long that takes is told, not asserted.
  for (let tries = 0; !client.text().includes(REFUSED); tries += 1) {
    client.type('echo secret $((40+2))\r');
    await sleep(tries < 100 ? 20 : 200);
    if (tries > 300) throw new Error('the rule did not come into force');
  }
  console.log(`rule in force after ${Math.round(performance.now() - began)} ms`);
  await sleep(200);
  const shown = client.text().length;
  client.type('echo free $((40+3))\r');
  await client.shows('free 43');
  change([]);
  for (let tries = 0; !client.text().slice(shown).includes('secret 44'); tries += 1) {
    client.type('echo secret $((40+4))\r');
    await sleep(100);
    if (tries > 300) throw new Error('the rule stays in force');
  }
  client.send({ type: 'close' });
  await eventually(() => core().sessions.get(id)?.has_replay);
  const risks = new Set(
    core()
      .commandsOf(id)
      .map(({ risk_level }) => risk_level),
  );
  expect([...risks].sort()).toEqual([0, 5]);
});

test('a line under review runs once the rule behind it is gone, and its ticket is closed', async () => {
  const { client, id, change } = await ruledSession([filterOf('review', 'careful')]);
  client.type('echo careful $((50+1))\r');
  const review = await eventually(() => core().reviews.at(-1));
  client.type('echo behind $((50+2))\r');
  change([filterOf('reject', 'elsewhere')]);
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
  const { client, change } = await ruledSession([]);
  const before = core().renewed();
  for (let at = 0; at < 200; at += 1) change([filterOf('reject', `word${at}`)]);
  await eventually(() => core().renewed() > before);
  await sleep(500);
  expect(core().renewed() - before).toBeLessThan(20);
  client.type('echo word199 $((70+1))\r');
  await client.shows(REFUSED);
  client.send({ type: 'close' });
});
