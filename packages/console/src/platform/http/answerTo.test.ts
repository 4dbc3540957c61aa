import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { label } from '@gatehouse/contract/resources/labels/label.ts';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { answer, fakeServer } from '../../../test/fakeServer.ts';

// The compiler finds the planted mistakes: a missing expected error fails the type check.

test('a misspelt address, param or field in the answer to a call does not compile', () => {
  const routes = {
    ...answerTo('GET /api/v1/notifications/site-messages/unread-total/', { total: 1 }),
    // @ts-expect-error a misspelt address
    ...answerTo('GET /api/v1/notifications/site-messages/unread-totals/', { total: 1 }),
    // @ts-expect-error a misspelt field
    ...answerTo('GET /api/v1/notifications/site-messages/unread-total/', { totl: 1 }),
    // @ts-expect-error a field of another type, from a function
    ...answerTo('GET /api/v1/notifications/site-messages/unread-total/', () => ({ total: '1' })),
    // @ts-expect-error a field of another type, awaited
    ...answerTo('GET /api/v1/notifications/site-messages/unread-total/', async () => ({ total: '1' })),
    // @ts-expect-error an answer where the call has none
    ...answerTo('GET /api/v1/authentication/user-session/', { tabs: 1 }),
    // @ts-expect-error a misspelt optional field
    ...answerTo('GET /api/v1/index/', { total_count_user: 1 }),
    // @ts-expect-error a misspelt param
    ...answerTo('GET /api/v1/labels/resource-types/:type/resources/', [], { types: '1' }),
    ...answerTo('GET /api/v1/labels/resource-types/:type/resources/', [], { type: '1' }),
  };
  expect(Object.keys(routes)).toContain('GET /api/v1/labels/resource-types/1/resources/');
});

test('a misspelt field of a row does not compile', () => {
  const routes = {
    ...listOf(domain, [{ name: 'zone' }]),
    // @ts-expect-error the field is spelled name
    ...listOf(domain, [{ nme: 'zone' }]),
    // @ts-expect-error a name is a text
    ...listOf(domain, () => [{ name: 1 }]),
    // @ts-expect-error the field is spelled comment
    ...rowAt(domain, 'd1', { coment: '' }),
  };
  expect(Object.keys(routes)).toEqual(['GET /api/v1/assets/domains/', 'GET /api/v1/assets/domains/d1/']);
});

test('the fake server answers lists with whole rows, refusals by status, and empty calls', async () => {
  const { fetch } = fakeServer({
    ...listOf(domain, ({ query }) => [{ id: 'd1', name: query.search ?? '' }]),
    ...listOf(label, answer(403)),
    ...answerTo('GET /api/v1/users/profile/', answer(401)),
    ...answerTo('GET /api/v1/authentication/user-session/', undefined),
    ...answerTo('GET /api/v1/authentication/confirm/check/', async () => 'ok' as const),
  });
  const listed = await (await fetch('/api/v1/assets/domains/?search=zone&limit=15')).json();
  expect(listed).toMatchObject({ count: 1, results: [{ id: 'd1', name: 'zone', comment: '' }] });
  const all = await (await fetch('/api/v1/assets/domains/?search=zone')).json();
  expect(all).toMatchObject([{ id: 'd1', name: 'zone', comment: '' }]);
  expect((await fetch('/api/v1/labels/labels/')).status).toBe(403);
  expect((await fetch('/api/v1/users/profile/')).status).toBe(401);
  expect((await fetch('/api/v1/authentication/user-session/')).status).toBe(200);
  expect(await (await fetch('/api/v1/authentication/confirm/check/')).json()).toBe('ok');
});
