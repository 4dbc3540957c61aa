import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { createClient } from '../../clients/api.ts';
import { type Attack, judge, type Target } from '../attack.ts';
import { type NewUser, newUser } from '../newUser.ts';
import { callsOf } from './bodies.ts';

const groups = '/api/v1/users/groups/';

/** The administrator tries to reach a superuser through a group that the superuser belongs to. */
const throughGroup = async (target: Target, boss: NewUser, { client }: NewUser): Promise<string[]> => {
  const admin = createClient(target.url, { org: DEFAULT_ORG_ID });
  await admin.signIn(target.username, target.password);
  const made = await admin.call<{ id: string }>('POST', groups, { name: boss.username, users: [boss.id] });
  if (made.status !== 201) throw new Error(`no group could be created: ${made.text}`);
  const at = `${groups}${made.body.id}/`;
  const faults: string[] = [];
  for (const [method, path, body] of [
    ['PATCH', at, { users: [] }],
    ['PUT', at, { name: boss.username, users: [] }],
    ['PATCH', groups, [{ id: made.body.id, users: [] }]],
    ['DELETE', `${groups}?ids=${made.body.id}`, undefined],
    ['DELETE', at, undefined],
  ] as const) {
    const { status } = await client.call(method, path, body);
    if (status < 400) faults.push(`${method} ${path} took the superuser out of a group: ${status}`);
  }
  await admin.call('DELETE', at);
  return faults;
};

/** The administrator of an organization tries every act on users on the superuser. */
export const rank: Attack = {
  name: 'rank',
  run: async (target) => {
    const { body: superuser } = await target.admin.call<{ id: string; name: string }>(
      'GET',
      '/api/v1/users/profile/',
    );
    const acts = (await callsOf(target, ['post', 'put', 'patch', 'delete'])).filter(([, path]) =>
      /^\/api\/v1\/users\/users\/\{[^}]+\}\//.test(path),
    );
    const administrator = await newUser(target, { org_roles: [builtinRoles.orgAdmin.id] });
    const boss = await newUser(target, { system_roles: [builtinRoles.systemAdmin.id] });
    const faults: string[] = [];
    for (const [method, path] of acts) {
      const address = path.replace(/\{[^}]+\}/, superuser.id);
      const body = { name: superuser.name, comment: 'attacked' };
      const { status } = await administrator.client.call(method, address, body);
      if (status < 400) faults.push(`${method} ${path} on the superuser was answered with ${status}`);
    }
    faults.push(...(await throughGroup(target, boss, administrator)));
    await administrator.remove();
    await boss.remove();
    const { status } = await target.admin.call('GET', '/api/v1/users/profile/');
    if (status !== 200) faults.push('the superuser was signed out');
    return judge(
      faults,
      `The administrator of an organization could do none of ${acts.length} acts on the superuser, nor reach one through a group.`,
    );
  },
};
