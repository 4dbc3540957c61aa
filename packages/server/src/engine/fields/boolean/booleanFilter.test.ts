import type { ChoiceField } from '@gatehouse/contract/resource/fields.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api.ts';
import { operationsOf } from '../../resource.ts';
import { urlsOf } from '../../routes/resourceRoutes.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** The boolean filters of every list. */
const filters = () =>
  [...api.services.engine.resources.values()]
    .filter((resource) => operationsOf(resource).includes('list'))
    .flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([, field]) => field.filter && (field.kind === 'boolean' || (field as ChoiceField).bool))
        .map(([name]) => ({ url: `${urlsOf(resource)[0]}`, name })),
    );

test('boolean filters take true, false, 1 and 0 in any case, on every list', async () => {
  const admin = api.as({ superuser: true });
  const current = filters();
  expect(current.map(({ url, name }) => `${url}${name}`)).toContain('/api/v1/audits/login-logs/status');
  for (const { url, name } of current) {
    for (const word of ['true', '1', 'TRUE', 'false', '0', 'False']) {
      const { status } = await admin.get(`${url}?limit=1&${name}=${word}`);
      expect([url, name, word, status]).toEqual([url, name, word, 200]);
    }
    expect([url, name, (await admin.get(`${url}?limit=1&${name}=perhaps`)).status]).toEqual([url, name, 400]);
  }
});

test('login logs are filtered by 1 and 0 as by true and false', async () => {
  await api.pool.query(
    `insert into audits_userloginlog (username, ip, mfa, reason, backend, status, datetime)
     values ('good', '10.0.0.1', 2, '', '', true, now()), ('bad', '10.0.0.1', 2, '', '', false, now())`,
  );
  const names = async (status: string) => {
    const found = await api
      .as({ superuser: true, org: ROOT_ORG_ID })
      .get(`/api/v1/audits/login-logs/?status=${status}`);
    return (found.json as { username: string }[]).map(({ username }) => username);
  };
  for (const yes of ['1', 'true', 'True']) expect(await names(yes)).toEqual(['good']);
  for (const no of ['0', 'false', 'FALSE']) expect(await names(no)).toEqual(['bad']);
});
