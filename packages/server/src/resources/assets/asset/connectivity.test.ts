import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';

const states = [
  { value: '-', label: 'Not checked' },
  { value: 'ok', label: 'Reachable' },
  { value: 'err', label: 'Unreachable' },
];
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test.each(['assets/assets', 'assets/hosts', 'assets/gateways', 'accounts/accounts'])(
  'B-4-011 the connectivity in %s has the choices not checked, reachable and unreachable, and is read-only',
  async (path) => {
    const options = (await api.as({ superuser: true }).options(`/api/v1/${path}/`)).json as {
      actions: { GET: { connectivity: object } };
    };
    expect(options.actions.GET.connectivity).toMatchObject({ choices: states, read_only: true });
  },
);

test('B-4-011 the connectivity of an asset or account is "not checked" at first, and cannot be written by hand', async () => {
  const admin = api.as({ superuser: true });
  const asset = await estateOf(api.pool).asset({ name: 'host-1' });
  const body = { asset, username: 'root', secret: 's', connectivity: 'ok' };
  const account = (await admin.post('/api/v1/accounts/accounts/', body)).json as { id: string };
  for (const url of [`/api/v1/assets/assets/${asset}/`, `/api/v1/accounts/accounts/${account.id}/`]) {
    await admin.patch(url, { connectivity: 'ok' });
    expect((await admin.get(url)).json, url).toMatchObject({ connectivity: states[0] });
  }
});

test.each([['ok'], ['err']])('B-4-011 the result %s of a check is shown with its label', async (found) => {
  const admin = api.as({ superuser: true });
  const asset = await estateOf(api.pool).asset({ name: `host-${found}` });
  await api.pool.query('update assets_asset set connectivity = $1 where id = $2', [found, asset]);
  const shown = (await admin.get(`/api/v1/assets/assets/${asset}/`)).json;
  expect(shown).toMatchObject({ connectivity: states.find(({ value }) => value === found) });
});
