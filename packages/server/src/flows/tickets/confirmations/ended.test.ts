import { channelOf } from '@gatehouse/contract/events/events.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerComponent } from '../../../../test/component.ts';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { closeAtOnce } from '../../../app/jobs.ts';
import { loseSessions } from '../../components/lostSessions.ts';
import { closeOfEndedSessions } from './ended.ts';
import { closeDeserted, outcomeOf } from './outcome.ts';
import { closeOfGoneBrowsers } from './waiter.ts';

let api: TicketApi;
let made: ReturnType<typeof confirmationsOf>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
let other: typeof gateway;
beforeAll(async () => {
  api = await startTickets();
  made = confirmationsOf(api);
  [gateway, other] = [await registerComponent(api, 'killed'), await registerComponent(api, 'alive')];
});
afterAll(() => api.stop());

/** A command that waits in a new session of a gateway. */
const waitingIn = async (component: typeof gateway) => {
  const session = await component.session({ user_id: api.ann.id });
  const ticket = await made.open('command_confirm', { session } as Json);
  return { session, ticket };
};
const stateOf = async (id: string) => (await outcomeOf(id, api.services.db))?.state;
const killGateway = async () => {
  const { rows } = await api.pool.query("select id from terminal_terminal where name = 'killed'");
  return loseSessions(rows[0].id, { begunBefore: null, lastSeen: null }, api.services.db);
};

test('what waits in the sessions of a killed gateway is closed: no reviewer approves it any more', async () => {
  const heard: unknown[] = [];
  const listener = await api.pool.connect();
  listener.on('notification', ({ channel }) => heard.push(channel));
  await listener.query(`listen ${channelOf('reviews_to_close')}`);
  const waits = await waitingIn(gateway);
  const goesOn = await waitingIn(other);
  expect(await closeOfEndedSessions(api.services.db, made.contextIn)).toBe(0);
  expect(await killGateway()).toBe(1);
  await vi.waitFor(() => expect(heard).toEqual([channelOf('reviews_to_close')]));
  listener.release(true);
  expect(await closeOfEndedSessions(api.services.db, made.contextIn)).toBe(1);
  expect([await stateOf(waits.ticket), await stateOf(goesOn.ticket)]).toEqual(['closed', 'pending']);
  const late = await api.boss.put(`/api/v1/tickets/apply-command-tickets/${waits.ticket}/approve/`, {});
  expect(bodyOf<Json>(late).code).toBe('ticket_closed');
  expect((await gateway.get(`/api/v1/tickets/super-tickets/${waits.ticket}/status/`)).json).toMatchObject({
    state: { value: 'closed' },
  });
  expect(await closeOfEndedSessions(api.services.db, made.contextIn)).toBe(0);
});

test('a gateway that is lost while nothing waits asks for nothing', async () => {
  const heard: unknown[] = [];
  const listener = await api.pool.connect();
  listener.on('notification', ({ channel }) => heard.push(channel));
  await listener.query(`listen ${channelOf('reviews_to_close')}`);
  await listener.query(`listen ${channelOf('sessions')}`);
  await gateway.session({ user_id: api.ann.id });
  await killGateway();
  await vi.waitFor(() => expect(heard).toContain(channelOf('sessions')));
  listener.release(true);
  expect(heard).not.toContain(channelOf('reviews_to_close'));
});

test('what a browser waits for is closed once it asks no longer; programs ask as seldom as they like', async () => {
  const open = () => made.open('login_asset_confirm');
  const [gone, stays, program] = [await open(), await open(), await open()];
  const ask = (id: string, by = api.ann) => by.put(`/api/v1/tickets/tickets/${id}/await/`, {});
  /** As if nothing had been asked for some minutes. */
  const silent = (id: string, minutes: number) =>
    api.pool.query(
      `update system_cache set value = jsonb_set(value, '{at}', to_jsonb((value ->> 'at')::numeric - $2)) where key = $1`,
      [`ticket_waiter:${id}`, minutes * 60_000],
    );
  const close = () => closeOfGoneBrowsers(api.services, made.contextIn);
  for (const id of [gone, stays]) expect((await ask(id)).json).toEqual({ state: 'pending' });
  expect([(await ask(gone, api.boss)).status, (await ask(gone, api.stranger)).status]).toEqual([404, 404]);
  for (const id of [gone, stays, program]) await silent(id, 2);
  expect(await close()).toBe(0);
  await ask(stays);
  for (const id of [gone, stays]) await silent(id, 1);
  expect(await close()).toBe(1);
  expect(await Promise.all([gone, stays, program].map(stateOf))).toEqual(['closed', 'pending', 'pending']);
  const { rows } = await api.pool.query(
    `select body from tickets_comment where ticket = $1 and state = 'closed'`,
    [gone],
  );
  expect(rows).toEqual([{ body: 'Closed, because the browser of ANN was gone.' }]);
  expect((await ask(gone)).json).toEqual({ state: 'closed' });
  expect((await api.boss.put(`/api/v1/tickets/apply-login-asset-tickets/${gone}/approve/`, {})).status).toBe(
    400,
  );
  expect(await close()).toBe(0);
});

test('a confirmation without a reviewer left ends at once for its client, and is closed with the reason', async () => {
  const ticket = await made.open('login_asset_confirm');
  const close = () => closeDeserted(api.services.db, made.contextIn);
  const isActive = (user: string, is: boolean) =>
    api.pool.query('update users_user set is_active = $2 where id = $1', [user, is]);
  await isActive(api.boss.id, false);
  expect([await close(), await stateOf(ticket)]).toEqual([0, 'pending']);
  await api.pool.query(`delete from rbac_rolebinding where "user" = $1`, [api.chief.id]);
  expect((await api.ann.put(`/api/v1/tickets/tickets/${ticket}/await/`, {})).json).toEqual({
    state: 'closed',
  });
  const asked: string[] = [];
  const jobs = { ...api.services.jobs, enqueue: async ({ name }: { name: string }) => void asked.push(name) };
  const stop = closeAtOnce({ ...api.services, jobs } as never, (error) => expect(error).toBeUndefined(), 50);
  await vi.waitFor(() => expect(asked[0]).toBe('tidy'));
  await stop();
  expect(await close()).toBeGreaterThan(0);
  expect(await outcomeOf(ticket, api.services.db)).toMatchObject({ state: 'closed', isDeserted: true });
  const { rows } = await api.pool.query(
    `select body from tickets_comment where ticket = $1 and state = 'closed'`,
    [ticket],
  );
  expect(rows).toEqual([{ body: 'Closed because no reviewer was left who could decide.' }]);
  await isActive(api.boss.id, true);
  expect(
    bodyOf<Json>(await api.boss.put(`/api/v1/tickets/apply-login-asset-tickets/${ticket}/approve/`, {})).code,
  ).toBe('ticket_closed');
});
