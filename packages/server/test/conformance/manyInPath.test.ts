import { randomUUID } from 'node:crypto';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../api.ts';
import { type Api, operationsOf, sampleOf, startConformance, urlOf } from './samples.ts';
import { isWrittenElsewhere } from './special.ts';

let api: Api;
beforeAll(async () => {
  api = await startConformance();
});
afterAll(() => api.stop());

const admin = (org = DEFAULT_ORG_ID) => api.as({ superuser: true, org });
const made = async (definition: ResourceDefinition, org = DEFAULT_ORG_ID) => {
  const answer = await admin(org).post(urlOf(definition), await sampleOf(definition, api, org));
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { id: string | number }).id;
};
const unknown = (id: string | number) => (typeof id === 'number' ? 987_654 : randomUUID());
const removable = everyDefinition
  .filter((definition) => operationsOf(definition).includes('destroy'))
  .map((definition) => [`${definition.app}.${definition.name}`, definition] as const);
const madeHere = removable.filter(
  ([, definition]) => operationsOf(definition).includes('create') && !isWrittenElsewhere(definition),
);
const inBulk = ([, { bulk }]: (typeof removable)[number]) => bulk !== false;
const statusOf = async (definition: ResourceDefinition, id: string | number) =>
  (await admin().get(`${urlOf(definition)}${id}/`)).status;

describe.each(removable)('%s', (_key, definition) => {
  test('unknown ids in the path delete nothing', async () => {
    const paths = ['1,2', '1,', ',', `${randomUUID()},${randomUUID()}`];
    for (const path of paths)
      expect((await admin().delete(`${urlOf(definition)}${path}/`)).status, path).toBe(404);
  });
});

describe.each(madeHere.filter(inBulk))('%s', (_key, definition) => {
  const url = urlOf(definition);
  test('B-7-005 DELETE takes several ids joined by commas', async () => {
    const [kept, ...ids] = [await made(definition), await made(definition), await made(definition)];
    expect((await api.as({ permissions: [] }).delete(`${url}${ids.join(',')}/`)).status).toBe(403);
    expect((await admin().delete(`${url}${ids.join(',')}/`)).status).toBe(204);
    for (const id of ids) expect(await statusOf(definition, id)).toBe(404);
    expect(await statusOf(definition, kept)).toBe(200);
  });
  test('nothing is done when one id is unknown', async () => {
    const id = await made(definition);
    expect((await admin().delete(`${url}${id},${unknown(id)}/`)).status).toBe(404);
    expect(await statusOf(definition, id)).toBe(200);
  });
});

describe.each(madeHere.filter((entry) => !inBulk(entry)))('%s', (_key, definition) => {
  test('is deleted only row by row', async () => {
    const ids = [await made(definition), await made(definition)];
    expect((await admin().delete(`${urlOf(definition)}${ids.join(',')}/`)).status).toBe(404);
    for (const id of ids) expect(await statusOf(definition, id)).toBe(200);
  });
});

describe.each(madeHere.filter((entry) => inBulk(entry) && entry[1].scope === 'org'))(
  '%s',
  (_key, definition) => {
    test('nothing is done when one row belongs to another organization', async () => {
      const [own, foreign] = [await made(definition), await made(definition, OTHER_ORG_ID)];
      expect((await admin().delete(`${urlOf(definition)}${own},${foreign}/`)).status).toBe(404);
      expect(await statusOf(definition, own)).toBe(200);
    });
  },
);

test("a resource's own rule about bulk deletion also applies to ids in the path: never all users", async () => {
  const users = (await admin().get('/api/v1/users/users/')).json as { id: string }[];
  const path = users.map(({ id }) => id).join(',');
  const refused = await admin().delete(`/api/v1/users/users/${path}/`);
  expect([refused.status, refused.json]).toEqual([
    400,
    expect.objectContaining({ code: 'unable_to_delete_all_users' }),
  ]);
});

test('a whole page of rows fits into the path', async () => {
  const url = '/api/v1/assets/domains/';
  const rows = Array.from({ length: 100 }, (_, at) => ({ name: `many-${at}` }));
  const ids = ((await admin().post(url, rows)).json as { id: string }[]).map(({ id }) => id);
  expect((await admin().delete(`${url}${ids.join(',')}/`)).status).toBe(204);
  expect((await admin().get(`${url}?search=many-`)).json).toEqual([]);
});
