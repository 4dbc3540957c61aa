import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { expect, test } from 'vitest';
import { takeBreaches } from '../../../test/contract/noted.ts';
import { answer, fakeServer } from '../../../test/fakeServer.ts';
import { openSettings } from '../../../test/publicSettings.ts';
import { detailRow, listRow, pageOf } from '../../../test/sampleRow.ts';

const LABELS = '/api/v1/labels/labels/';
const UNREAD = '/api/v1/notifications/site-messages/unread-total/';

/** Sends a request to a server with this one answer; tells the breaches and the status. */
const exchange = async (route: string, given: unknown, sent: { body?: unknown; query?: string } = {}) => {
  const [method = '', path = ''] = route.split(' ');
  const { fetch } = fakeServer({ [route]: given });
  const body = sent.body === undefined ? {} : { body: JSON.stringify(sent.body) };
  const { status } = await fetch(`${path}${sent.query ?? ''}`, { method, ...body });
  return { status, breaches: takeBreaches() };
};

const breachesOf = async (...input: Parameters<typeof exchange>) => (await exchange(...input)).breaches;

test('rows that test helpers build are whole, in lists, in pages and on their own', async () => {
  expect(await breachesOf(`GET ${LABELS}`, [listRow(label)])).toEqual([]);
  expect(await breachesOf(`GET ${LABELS}`, pageOf([listRow(label)]), { query: '?limit=15' })).toEqual([]);
  expect(await breachesOf(`GET ${LABELS}l1/`, detailRow(label))).toEqual([]);
  expect(await breachesOf('GET /api/v1/accounts/accounts/', [listRow(account)])).toEqual([]);
});

test('a missing, a foreign and a mistyped field of a row are named with the route and what was expected', async () => {
  const { comment: _comment, ...row } = { ...listRow(label), colour: 'red', value: 3 };
  expect(await breachesOf(`GET ${LABELS}`, [row])).toEqual([
    `GET ${LABELS} answered what the server does not. 0.comment: expected a value, not nothing`,
    `GET ${LABELS} answered what the server does not. 0.colour: expected a field of labels.label, not "red"`,
    `GET ${LABELS} answered what the server does not. 0.value: expected text, not 3`,
  ]);
});

test('values of related rows, choices and lists are held against their fields', async () => {
  const asset = { id: 'a1', name: 'app-01' };
  const wrongRow = {
    ...detailRow(account),
    asset,
    secret_type: { value: 'magic', label: 'Magic' },
    labels: [1],
  };
  const breaches = await breachesOf('GET /api/v1/accounts/accounts/c1/', wrongRow);
  expect(breaches.map((breach) => / not\. (\S+):/.exec(breach)?.[1])).toEqual(
    expect.arrayContaining(['asset.address', 'secret_type.value', 'labels.0']),
  );
});

test('a request with a limit gets a page, one without gets an array', async () => {
  const [page, list] = [pageOf([listRow(label)]), [listRow(label)]];
  expect(await breachesOf(`GET ${LABELS}`, page)).toEqual([
    expect.stringContaining('expected a list of rows'),
  ]);
  expect(await breachesOf(`GET ${LABELS}`, list, { query: '?limit=15' })).toEqual([
    expect.stringContaining('expected a page, because the request has a limit'),
  ]);
  expect(
    await breachesOf(`GET ${LABELS}`, { ...page, total: 1, count: '1' }, { query: '?limit=15' }),
  ).toEqual([
    expect.stringContaining('count: expected a number, not "1"'),
    expect.stringContaining('total: expected no such field of a page, not 1'),
  ]);
});

test('rows requested short need only the short fields', async () => {
  const mini = { id: 'd1', name: 'zone-1' };
  expect(await breachesOf('GET /api/v1/assets/domains/', [mini], { query: '?fields_size=mini' })).toEqual([]);
  expect(await breachesOf('GET /api/v1/assets/domains/', [mini])).not.toEqual([]);
});

test('an answer to a call is held against its declaration', async () => {
  expect(await breachesOf(`GET ${UNREAD}`, { total: 1 })).toEqual([]);
  expect(await breachesOf(`GET ${UNREAD}`, { total: '1' })).toEqual([
    expect.stringContaining('total: expected'),
  ]);
  expect(await breachesOf(`GET ${UNREAD}`, { total: 1, more: 2 })).toEqual([
    expect.stringContaining('more: expected no such field, not 2'),
  ]);
  expect(await breachesOf(`GET ${UNREAD}`, answer(204))).toEqual([
    expect.stringContaining('the status: expected 200, not 204'),
  ]);
});

test('what the server would refuse in a body is named, unless the test refuses it too', async () => {
  const made = detailRow(label);
  const body = { name: '', value: 'x', colour: 'red' };
  const refused = `POST ${LABELS} was sent what the server refuses.`;
  expect(await breachesOf(`POST ${LABELS}`, made, { body })).toEqual([
    `${refused} name: expected text that is not empty, not ""`,
    `${refused} colour: expected a field of the resource, not "red"`,
  ]);
  expect(await breachesOf(`POST ${LABELS}`, made, { body: { value: 'x' } })).toEqual([
    `${refused} name: expected a value, not nothing`,
  ]);
  expect(await breachesOf(`PATCH ${LABELS}l1/`, made, { body: { value: 'x' } })).toEqual([]);
  expect(await breachesOf(`POST ${LABELS}`, answer(400, { name: ['!'] }), { body })).toEqual([]);
});

test('each of several changed rows is named by its id, as `id` or as `pk`; the body of a single row has no `pk`', async () => {
  const made = detailRow(label);
  const changes = [
    { id: 'l1', value: 'x' },
    { pk: 'l2', value: 'x' },
  ];
  expect(await breachesOf(`PATCH ${LABELS}`, [made, made], { body: changes })).toEqual([]);
  expect(await breachesOf(`PATCH ${LABELS}l1/`, made, { body: { pk: 'l1', value: 'x' } })).toEqual([
    `PATCH ${LABELS}l1/ was sent what the server refuses. pk: expected a field of the resource, not "l1"`,
  ]);
});

test('short ids stand for full ones in the body of a call, which nothing else may replace', async () => {
  const pause = 'POST /api/v1/terminal/tasks/toggle-lock-session/';
  const body = { session_id: 's1', task_name: 'lock_session' };
  expect(await breachesOf(pause, { ok: ['s1'] }, { body })).toEqual([]);
  const task_name = 'sleep';
  const [wrongTask, ...others] = await breachesOf(pause, { ok: ['s1'] }, { body: { ...body, task_name } });
  expect(wrongTask).toContain('was sent what the server refuses. task_name: expected');
  expect(others).toEqual([]);
  const read = 'PATCH /api/v1/notifications/site-messages/mark-as-read/';
  expect(await breachesOf(read, { detail: 'ok' }, { body: { ids: ['m1'] } })).toEqual([]);
  expect(await breachesOf(read, { detail: 'ok' }, { body: { ids: [] } })).toEqual([
    expect.stringContaining('ids: expected empty_list'),
  ]);
});

test('an address that the contract does not declare is a mistake, another server is not judged', async () => {
  expect(await breachesOf('GET /api/v1/assets/domans/', [])).toEqual([
    'GET /api/v1/assets/domans/ is not declared',
  ]);
  expect(await breachesOf('GET /api/v1/assets/domans/', undefined)).toHaveLength(1);
  expect(await breachesOf('GET /api/v1/assets/domains/', undefined)).toEqual([]);
  expect(await breachesOf('GET /elsewhere/', [])).toEqual([]);
});

test('an answer without a status has that of its route', async () => {
  const made = await exchange(`POST ${LABELS}`, detailRow(label), { body: { name: 'env', value: 'prod' } });
  expect(made).toEqual({ status: 201, breaches: [] });
  expect(await exchange(`DELETE ${LABELS}l1/`, () => undefined)).toEqual({ status: 204, breaches: [] });
  expect((await exchange(`GET ${LABELS}l1/`, detailRow(label))).status).toBe(200);
});

test('the sample resource of the engine and the zones of the product share an address', async () => {
  const zone = listRow(domain, { name: 'zone-1' });
  expect(await breachesOf('GET /api/v1/assets/domains/', [zone])).toEqual([]);
  expect(await breachesOf('GET /api/v1/assets/domains/', [{ ...zone, name: 1 }])).not.toEqual([]);
});

test('a test names the public settings that it is about, each with a value that it can have', async () => {
  const settings = 'GET /api/v1/settings/public/';
  expect(await breachesOf(settings, openSettings())).toEqual([]);
  expect(await breachesOf(settings, { ...openSettings(), TIME_ZONE: 3 })).toEqual([
    expect.stringContaining('TIME_ZONE: expected'),
  ]);
});
