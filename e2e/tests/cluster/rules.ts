import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { tellFigure } from '../../../scripts/proofSize.ts';
import { everywhere, type Place, type Shell } from './place.ts';

/** A changed rule is in force everywhere within a second (architecture §5); on a busy machine, within this time. */
const soonMs = 2_500;
/** The same where servers have to reconnect before they hear of anything. */
const reconnectedMs = 5_000;
const patienceMs = 20_000;
const REFUSED = 'Not run: the rule';

const times = (text: string, part: string): number => text.split(part).length - 1;

/** Enters the line again and again until it is refused, or runs; the time at which that was seen. */
const createProbe = ({ terminal }: Shell) => {
  let number = 1_000;
  return async (wanted: 'refused' | 'runs'): Promise<number> => {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(50)) {
      number += 1;
      const before = times(terminal.text(), REFUSED);
      terminal.type(`echo forbidden-$((${number}+0))\r`);
      const outcome = () => {
        if (times(terminal.text(), REFUSED) > before) return 'refused';
        return terminal.text().includes(`forbidden-${number}`) && 'runs';
      };
      while (!outcome() && Date.now() < deadline) await sleep(5);
      if (outcome() === wanted) return Date.now();
    }
    throw new Error(`the line is not what it should be, which is ${wanted}: ${terminal.text().slice(-600)}`);
  };
};

/** A rule, and whom it hits, change at either server while sessions run on both gateways. */
export const changeRules = async (place: Place): Promise<void> => {
  const { cluster, database, admins, create } = place;
  const { id: user, client } = await place.user('cleo');
  const team = await create('/api/v1/users/groups/', { name: 'trainees' });
  const words = await create('/api/v1/acls/command-groups/', { name: 'words', content: 'echo forbidden-' });
  const filter = await create('/api/v1/acls/command-filter-acls/', {
    ...everywhere,
    name: 'Not for trainees',
    action: 'reject',
    users: { type: 'attrs', attrs: [{ name: 'groups', match: 'm2m', value: [team.id] }] },
    command_groups: [words.id],
  });
  const shells = [
    await place.quietShell(client, cluster.gateways[0]),
    await place.quietShell(client, cluster.gateways[1]),
  ];
  const probes = shells.map(createProbe);
  const after = async (change: () => Promise<unknown>, wanted: 'refused' | 'runs'): Promise<number> => {
    await change();
    const began = Date.now();
    const seen = await Promise.all(probes.map((probe) => probe(wanted)));
    return Math.max(...seen) - began;
  };
  const patch = (at: 0 | 1, path: string, body: object) => async () => {
    const answer = await admins[at].call('PATCH', path, body);
    expect(answer.status, answer.text).toBe(200);
  };
  const [group, members] = [`/api/v1/acls/command-groups/${words.id}/`, `/api/v1/users/groups/${team.id}/`];
  await after(async () => undefined, 'runs');
  const took = [
    await after(patch(1, members, { users: [user] }), 'refused'),
    await after(patch(0, group, { content: 'echo else-' }), 'runs'),
    await after(patch(1, group, { content: 'echo forbidden-' }), 'refused'),
  ];
  for (const ms of took) expect(ms).toBeLessThan(soonMs);
  const deaf = await after(async () => {
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
    );
    await database.query('delete from users_user_groups where usergroup = $1', [team.id]);
  }, 'runs');
  expect(deaf).toBeLessThan(reconnectedMs);
  tellFigure(
    `changed rules were in force on both gateways after ${took.map((ms) => `${ms} ms`).join(', ')}; with servers that had lost the database, after ${deaf} ms`,
  );
  for (const { terminal } of shells) terminal.close();
  await admins[0].call('DELETE', `/api/v1/acls/command-filter-acls/${filter.id}/`);
};
