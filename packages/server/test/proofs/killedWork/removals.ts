import { expect } from 'vitest';
import { patience, type Scene } from './scene.ts';

/** Programs are killed in the midst of a removal: the user goes from the machine once, and from here once that is told. */
export const createRemovals = (scene: Scene) => {
  const { pool, call, model, played, made, programs } = scene;
  let users = 0;
  const countOf = async (username: string): Promise<number[]> => {
    const { rows } = await pool.query(
      `select (select count(*)::int from accounts_account where asset = $1 and username = $2) as accounts,
        (select count(*)::int from accounts_gatheredaccount where asset = $1 and username = $2) as found,
        (select count(*)::int from audits_operatelog where action = 'delete' and resource like '%' || $2 || '%') as told`,
      [played, username],
    );
    return [rows[0]?.accounts, rows[0]?.found, rows[0]?.told];
  };
  const begin = async (username: string): Promise<string> => {
    await made('/api/v1/accounts/accounts/', {
      ...{ asset: played, name: username, username, secret_type: 'password', secret: 'any-1' },
    });
    const found = await made('/api/v1/accounts/gathered-accounts/', { asset: played, username });
    const answer = await call('POST', '/api/v1/accounts/accounts/tasks/', {
      ...{ action: 'remove', gather_accounts: [found] },
    });
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { task: string }).task;
  };
  const killedIn = (program: 'server' | 'runner') => async () => {
    users += 1;
    const username = `gone-${users}`;
    const killed =
      program === 'runner'
        ? scene.runnerKilledAt('set')
        : scene.killedAt('server', { when: 'sent', is: ({ path }) => path.endsWith('/report/') });
    const task = await begin(username);
    await killed;
    expect(model.removed(), 'the machine has done its part').toContain(username);
    expect(await countOf(username)).toEqual([1, 1, 0]);
    await programs[program].start();
    const state = async () =>
      (await pool.query('select state from ops_celerytaskexecution where id = $1', [task])).rows[0]?.state;
    await expect.poll(state, patience).toBe('done');
    const [accounts, found, told] = await countOf(username);
    expect([accounts, found]).toEqual([0, 0]);
    expect(told).toBeGreaterThan(0);
    expect(model.removed().filter((name) => name === username)).toHaveLength(1);
  };
  return { cases: [killedIn('runner'), killedIn('server')] };
};
