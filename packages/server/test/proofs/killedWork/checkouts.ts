import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { expect } from 'vitest';
import { patience, type Scene } from './scene.ts';

const url = '/api/v1/accounts/account-checkouts/';

const isChange = ({ path, answer }: { path: string; answer?: unknown }) =>
  path.endsWith('/take/') &&
  ((answer as { targets?: Target[] })?.targets ?? []).some(({ change }) => change !== null);

/** The account of the played machine, which one user holds at a time. */
const createAccount = ({ pool, asBoss, played }: Scene) => {
  const accountOf = async (): Promise<string> =>
    (
      await pool.query("select id::text as id from accounts_account where asset = $1 and username = 'app'", [
        played,
      ])
    ).rows[0]?.id;
  const checkOut = async (by: Scene['call']) =>
    by('POST', url, { account: await accountOf(), reason: 'a release', minutes: 30 });
  const statusOf = async (id: string): Promise<string> =>
    (await pool.query('select status from accounts_accountcheckout where id = $1', [id])).rows[0]?.status;
  /** The next user gets neither the account nor its secret. */
  const isWithheld = async () => {
    expect((await checkOut(asBoss)).status).toBe(403);
    expect((await asBoss('GET', `/api/v1/accounts/account-secrets/${await accountOf()}/`)).status).toBe(403);
  };
  const held = async (by: Scene['call']): Promise<{ id: string; secret: string }> => {
    const answer = await checkOut(by);
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.json as { id: string };
    const told = await by('GET', `${url}${id}/secret/`);
    expect(told.status, told.text).toBe(200);
    return { id, secret: (told.json as { secret: string }).secret };
  };
  return { accountOf, statusOf, isWithheld, held };
};

/** Programs are killed while the secret of a returned account is changed: the next user never gets the old one. */
export const createCheckouts = (scene: Scene) => {
  const { pool, call, asBoss, model, programs, killedAt } = scene;
  const { accountOf, statusOf, isWithheld, held } = createAccount(scene);
  const tasksEnded = async (name: string) => {
    await programs.queue.send(name, {});
    const waits = 'select 1 from pgboss.job where name = $1 and state < $2';
    await expect.poll(async () => (await pool.query(waits, [name, 'completed'])).rowCount, patience).toBe(0);
  };
  /** Searches, as soon as the runner's time is over, until the change is settled. */
  const settled = async (id: string) => {
    await expect
      .poll(async () => {
        if ((await statusOf(id)) !== 'changing') return true;
        await isWithheld();
        // No machine is at work any more.
        await pool.query("update accounts_changesecretrecord set date_next = now() where status = 'pending'");
        for (const name of ['find_secrets', 'return_accounts']) await tasksEnded(name);
        return false;
      }, patience)
      .toBe(true);
  };
  const killedIn = (program: 'server' | 'runner') => async () => {
    const first = await held(call);
    expect(await model.accepts(first.secret)).toBe(true);
    const killed =
      program === 'runner'
        ? scene.runnerKilledAt('set')
        : killedAt('server', { when: 'answered', is: isChange });
    expect((await call('POST', `${url}${first.id}/check-in/`)).status).toBe(200);
    await killed;
    if (program === 'runner') await isWithheld();
    await programs[program].start();
    await settled(first.id);
    expect(await statusOf(first.id)).toBe('returned');
    const next = await held(asBoss);
    expect([next.secret === first.secret, await model.accepts(next.secret)]).toEqual([false, true]);
    expect(await model.accepts(first.secret)).toBe(false);
    // It goes back without a fault, for the next round.
    expect((await asBoss('POST', `${url}${next.id}/check-in/`)).status).toBe(200);
    await expect
      .poll(async () => {
        await tasksEnded('return_accounts');
        return statusOf(next.id);
      }, patience)
      .toBe('returned');
  };
  return {
    cases: [killedIn('runner'), killedIn('server')],
    begin: async () => {
      const facts = { checkout_required: true, checkout_minutes: 60 };
      const answer = await call('PATCH', `/api/v1/accounts/accounts/${await accountOf()}/`, facts);
      expect(answer.status, answer.text).toBe(200);
    },
  };
};
