import { randomUUID } from 'node:crypto';
import { licensedPermissions } from '@gatehouse/contract/permissions/licensed.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize } from '../../../../../scripts/proofSize.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { expectStatus, startTickets, type TicketApi } from '../../../test/tickets.ts';

let api: TicketApi;
beforeAll(async () => {
  api = await startTickets();
});
afterAll(() => api.stop());

const general = '/api/v1/tickets/tickets/';
const comments = '/api/v1/tickets/comments/';
const approval = () => api.request({ org_id: DEFAULT_ORG_ID });
const stateOf = async (id: string) => (await api.ticket(id)).state.value;

test('tickets cannot be written, deleted or approved at other addresses', async () => {
  const { id } = await api.open();
  const tries = [
    api.boss.post(general, {}),
    api.boss.post(api.url, {}),
    api.boss.put(`${general}${id}/`, {}),
    api.boss.patch(`${api.url}${id}/`, { state: 'approved' }),
    api.boss.delete(`${general}${id}/`),
    api.boss.put(`${general}${id}/approve/`, approval()),
    api.boss.patch(`${general}${id}/approve/`, approval()),
    api.boss.put(`${general}bulk/?action=approve`, { tickets: [id] }),
  ];
  for (const attempt of tries) expect((await attempt).status).toBe(405);
  expect(await stateOf(id)).toBe('pending');
});

test('comments belong to their author, whatever the body says, and cannot be changed', async () => {
  const { id } = await api.open();
  const other = (await api.open()).id;
  const forged = {
    body: '<b>hi</b>',
    ticket: other,
    user: api.boss.id,
    user_display: 'x',
    type: 'state',
    state: 'approved',
  };
  const made = bodyOf<Json>(await expectStatus(api.ann.post(`${comments}?ticket_id=${id}`, forged), 201));
  expect(made).toMatchObject({ ticket: id, user: api.ann.id, user_display: 'ann(ann)', body: '<b>hi</b>' });
  expect(Object.keys(made)).not.toContain('state');
  const one = `${comments}${made.id}/?ticket_id=${id}`;
  expect((await api.ann.patch(one, { body: 'x' })).status).toBe(405);
  expect((await api.ann.delete(one)).status).toBe(405);
  expect((await api.stranger.get(`${comments}${made.id}/?ticket_id=${id}`)).status).toBe(404);
  for (const [query, part] of [
    ['', { body: 'x' }],
    [`?ticket_id=${randomUUID()}`, { body: 'x' }],
    ['?ticket_id=x', { body: 'x' }],
    [`?ticket_id=${id}`, { body: '' }],
    [`?ticket_id=${id}`, { body: 'x'.repeat(20_001) }],
    [`?ticket_id=${id}`, {}],
  ] as const)
    expect((await api.ann.post(`${comments}${query}`, part)).status, query).toBe(400);
  expect((await api.ann.get(`${comments}?ticket_id=${id}`)).json).toHaveLength(2);
});

test('any body is answered with a client error or success, never a server error', async () => {
  const { id } = await api.open();
  const names = [
    'title',
    'org_id',
    'comment',
    'tickets',
    'applicant',
    'approval_step',
    'apply_nodes',
    'apply_assets',
  ];
  const more = [
    'apply_accounts',
    'apply_actions',
    'apply_date_start',
    'apply_date_expired',
    '__proto__',
    'id',
  ];
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      null,
      true,
      -1,
      1e308,
      '',
      '\u0000',
      '\ud800',
      [null],
      [[]],
      [{}],
      {},
      [api.asset],
      DEFAULT_ORG_ID,
    ),
    fc.constantFrom('0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', ['%1'], ['x'.repeat(129)]),
    fc.uuid(),
  );
  const sound = api.request();
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names, ...more), anything, { maxKeys: 6 }),
      async (part) => {
        const body = { ...sound, ...part };
        const opened = await api.ann.post(`${api.url}open/`, body);
        // Each opened request is closed again: with a hundred open ones, every further body would be refused.
        if (opened.status === 201) await api.ann.put(`${general}${bodyOf<{ id: string }>(opened).id}/close/`);
        for (const answer of [
          opened,
          await api.boss.put(`${api.url}${id}/approve/`, body),
          await api.boss.put(`${api.url}bulk/?action=approve`, body),
          await api.boss.put(`${api.url}${id}/reject/`, { approval_step: part.approval_step ?? 7 }),
        ])
          expect(answer.status, `${JSON.stringify(part)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
      },
    ),
    { numRuns: proofSize({ small: 40, whole: 1_000 }) },
  );
});

test('nothing about tickets works without a licence, even for superusers', async () => {
  const { id } = await api.open();
  const as = (who: { id: string; username: string }) =>
    api.as({ id: who.id, username: who.username, superuser: true, lacks: licensedPermissions });
  const [ann, boss] = [as(api.ann), as(api.boss)];
  const flow = { type: 'apply_asset', approval_level: 1, rules: [{ strategy: 'org_admin' }] };
  const answers = [
    ann.get(general),
    ann.get(`${api.url}${id}/`),
    ann.post(`${api.url}open/`, api.request()),
    ann.put(`${general}${id}/close/`),
    ann.get(`${comments}?ticket_id=${id}`),
    ann.get('/api/v1/tickets/apply-assets/suggestions/'),
    boss.put(`${api.url}${id}/approve/`, approval()),
    boss.put(`${api.url}${id}/reject/`),
    boss.put(`${api.url}bulk/?action=reject`, { tickets: [id] }),
    boss.get('/api/v1/tickets/flows/'),
    boss.post('/api/v1/tickets/flows/', flow),
  ];
  for (const answer of await Promise.all(answers))
    expect([answer.status, bodyOf<Json>(answer).code]).toEqual([403, 'licence_required']);
  expect(await stateOf(id)).toBe('pending');
});

test('comments are read and written below a ticket only', async () => {
  const { id } = await api.open();
  const made = bodyOf<Json>(await api.ann.post(`${comments}?ticket_id=${id}`, { body: 'please' }));
  const refusal = { code: 'invalid', detail: 'Add ticket_id to the address.' };
  for (const answer of [
    await api.ann.get(comments),
    await api.ann.get(`${comments}?ticket_id=`),
    await api.ann.get(`${comments}?format=csv`),
    await api.ann.get(`${comments}${made.id}/`),
    await api.ann.post(comments, {}),
    await api.ann.patch(`${comments}${made.id}/`, {}),
    await api.ann.delete(`${comments}${made.id}/`),
    await api.ann.options(comments),
  ])
    expect([answer.status, answer.json]).toEqual([400, refusal]);
  expect((await api.as({ anonymous: true }).get(comments)).status).toBe(401);
  expect((await api.ann.get(`${comments}${made.id}/?ticket_id=${id}`)).json).toMatchObject({
    body: 'please',
  });
  expect((await api.ann.options(`${comments}?ticket_id=${id}`)).status).toBe(200);
});
