import { channelOf } from '@gatehouse/contract/events/events.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerComponent } from '../../../../test/component.ts';
import { confirmationsOf } from '../../../../test/confirmations/confirmations.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { startTickets, type TicketApi } from '../../../../test/tickets.ts';
import { loseSessions } from '../../components/lostSessions.ts';
import { closeOfEndedSessions } from './ended.ts';
import { outcomeOf } from './outcome.ts';

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
