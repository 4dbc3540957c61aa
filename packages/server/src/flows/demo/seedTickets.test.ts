import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer({ GATEHOUSE_DEMO: 'true' });
  admin = await server.admin();
});
afterAll(() => server.stop());

type Ticket = { id: string; title: string; state: { value: string }; applicant: string; org_name: string };
const list = async (query: string) =>
  (await admin.get(`/api/v1/tickets/apply-asset-tickets/${query}`)).json as Ticket[];

test('the demo has requests in every state, some of them for the administrator', async () => {
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  const mine = await list(`?assignees__id=${id}`);
  const count = (state: string) => mine.filter((ticket) => ticket.state.value === state).length;
  expect([count('pending'), count('approved'), count('rejected')]).toEqual([4, 1, 1]);
  expect((await list(`?applicant=${id}`)).map(({ org_name }) => org_name)).toEqual(['Helios Energy']);
  const approved = mine.find((ticket) => ticket.state.value === 'approved');
  const granted = await admin.get(`/api/v1/perms/asset-permissions/${approved?.id}/`);
  expect(granted.json).toMatchObject({ from_ticket: true, users: [{ name: 'Wei Chen' }] });
  const said = (await admin.get(`/api/v1/tickets/comments/?ticket_id=${approved?.id}`)).json as object[];
  expect(said).toHaveLength(4);
});

test('a signed-in administrator decides from any organization, with all the checks of a session', async () => {
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  const waiting = (await list(`?assignees__id=${id}&status=open`)).find(
    ({ org_name }) => org_name !== 'Helios Energy',
  );
  const url = `/api/v1/tickets/apply-asset-tickets/${waiting?.id}/reject/`;
  const forged = await admin.put(url, {}, { 'x-csrftoken': 'wrong' });
  expect(forged.status).toBe(403);
  const answer = await admin.put(url, {}, { 'x-jms-org': 'Helios Energy' });
  expect([answer.status, answer.json]).toEqual([200, 'ok']);
});
