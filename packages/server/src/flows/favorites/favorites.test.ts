import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';

const url = '/api/v1/assets/favorite-assets/';
let inventory: Inventory;
let me: string;
let you: string;
beforeAll(async () => {
  inventory = await startInventory();
  const estate = estateOf(inventory.pool);
  me = await estate.user(`me-${randomUUID().slice(0, 4)}`);
  you = await estate.user(`you-${randomUUID().slice(0, 4)}`);
});
afterAll(() => inventory.stop());

test('favourites are stored per user, across organizations', async () => {
  const [here, there] = [await inventory.host(), await inventory.host({}, inventory.other)];
  const mine = inventory.as({ id: me });
  expect(await mine.post(url, { asset: here.id })).toMatchObject({ status: 201, json: { asset: here.id } });
  await mine.post(url, { asset: there.id });
  const seen = bodyOf<object[]>(await inventory.as({ id: me, org: OTHER_ORG_ID }).get(url));
  expect(seen).toHaveLength(2);
  expect(seen).toEqual(expect.arrayContaining([{ asset: here.id }, { asset: there.id }]));
  expect(bodyOf(await inventory.as({ id: you }).get(url))).toEqual([]);
  expect(await mine.post(url, { asset: here.id })).toMatchObject({
    status: 400,
    json: { asset: expect.any(Array) },
  });
  expect(await mine.post(url, { asset: randomUUID() })).toMatchObject({
    status: 400,
    json: { asset: expect.any(Array) },
  });
});

test("favourites are removed one at a time, and only the user's own", async () => {
  const [hostA, hostB] = [await inventory.host(), await inventory.host()];
  const [mine, yours] = [inventory.as({ id: me }), inventory.as({ id: you })];
  for (const { id } of [hostA, hostB]) await yours.post(url, { asset: id });
  expect(await yours.delete(url)).toMatchObject({ status: 400, text: '' });
  expect((await mine.delete(`${url}?asset=${hostA.id}`)).status).toBe(400);
  expect((await yours.delete(`${url}?asset=${hostA.id}`)).status).toBe(204);
  expect(bodyOf(await yours.get(url))).toEqual([{ asset: hostB.id }]);
  expect((await inventory.as({ anonymous: true }).get(url)).status).toBe(401);
});
