import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';

const acls = '/api/v1/acls/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
const ids: Record<string, string> = {};

const post = async (at: string, body: object): Promise<string> => {
  const made = await admin.post(at, body);
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const groupOf = (name: string, content: string) => post(`${acls}command-groups/`, { name, content });
const filter = async (name: string, more: object) => {
  const about = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  await post(`${acls}command-filter-acls/`, { ...about, name, priority: 50, action: 'reject', ...more });
  const known = async () =>
    (await api.services.ruleBook.filters(DEFAULT_ORG_ID)).rules.some((rule) => rule.name === name);
  await expect.poll(known).toBe(true);
};
/** What the step about commands says: how it ends, why where no rule says it, and the rule. */
const said = async (command: string) => {
  const { status, text, json } = await admin.call('POST /api/v1/perms/explain/', {
    body: { user: String(ids.ann), asset: String(ids.web), account: 'root', protocol: 'ssh', command },
  });
  expect(status, text).toBe(200);
  const { outcome, reason, rule } = json.steps.find(({ step }) => step === 'command')!;
  return [outcome, reason, rule?.name];
};
const setting = async (value: 'reject' | 'accept') => {
  await api.services.settings.set({ SECURITY_UNKNOWN_COMMAND: value }, api.services.db);
  await api.services.settings.reload();
};

beforeAll(async () => {
  api = await startApi({ notices: (at) => createNotices(at) });
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.web = await estate.asset({ name: 'web-1', address: '10.0.0.7' });
  ids.ann = await estate.user('ann');
  ids.boss = await estate.user('boss');
});
afterAll(() => api.stop());

test('a command of which more may run than is judged is refused or passes as the setting says', async () => {
  // Without a filter there is no gate.
  expect(await said('$x y')).toEqual(['pass', null, undefined]);
  const [careful, never] = [await groupOf('careful', 'halt'), await groupOf('never', 'mkfs')];
  await filter('ask', { action: 'review', reviewers: [ids.boss], command_groups: [careful] });
  await filter('no', { priority: 60, command_groups: [never] });
  expect(await said('$x y')).toEqual(['reject', 'unknown_refused', undefined]);
  expect(await said('halt; $x y')).toEqual(['reject', 'unknown_refused', undefined]);
  expect(await said('mkfs; $x y')).toEqual(['reject', null, 'no']);
  expect(await said('halt')).toEqual(['review', null, 'ask']);
  await setting('accept');
  expect(await said('$x y')).toEqual(['warning', 'unknown_passes', undefined]);
  expect(await said('halt; $x y')).toEqual(['review', null, 'ask']);
  await api.pool.query("update acls_commandgroup set type = 'regex', content = 'mkfs (' where id = $1", [
    never,
  ]);
  await filter('one more', { is_active: false, command_groups: [careful] });
  expect(await said('ls')).toEqual(['reject', 'group_invalid', undefined]);
});
