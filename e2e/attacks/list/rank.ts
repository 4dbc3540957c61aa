import { randomBytes } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type ApiClient, createClient } from '../../clients/api.ts';
import { type Attack, judge, type Target } from '../attack.ts';
import { callsOf } from './bodies.ts';

const users = '/api/v1/users/users/';

/** A new administrator of the default organization, and what deletes the user again. */
const newOrgAdmin = async ({
  url,
  admin,
}: Target): Promise<{ client: ApiClient; remove: () => Promise<unknown> }> => {
  const username = `attack-${randomBytes(4).toString('hex')}`;
  const password = `Aa1!${randomBytes(12).toString('hex')}`;
  const made = await admin.call<{ id: string }>('POST', users, {
    name: username,
    username,
    email: `${username}@example.com`,
    password_strategy: 'custom',
    password,
    need_update_password: false,
    system_roles: [builtinRoles.user.id],
    org_roles: [builtinRoles.orgAdmin.id],
  });
  if (made.status !== 201) throw new Error(`no user could be created: ${made.text}`);
  const client = createClient(url, { org: DEFAULT_ORG_ID });
  const arrived = await client.signIn(username, password);
  if (!/^\/(ui\/)?$/.test(arrived)) throw new Error(`the new user arrived at ${arrived}`);
  return { client, remove: () => admin.call('DELETE', `${users}${made.body.id}/`) };
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
    const { client, remove } = await newOrgAdmin(target);
    const faults: string[] = [];
    for (const [method, path] of acts) {
      const address = path.replace(/\{[^}]+\}/, superuser.id);
      const { status } = await client.call(method, address, { name: superuser.name, comment: 'attacked' });
      if (status < 400) faults.push(`${method} ${path} on the superuser was answered with ${status}`);
    }
    await remove();
    const { status } = await target.admin.call('GET', '/api/v1/users/profile/');
    if (status !== 200) faults.push('the superuser was signed out');
    return judge(
      faults,
      `The administrator of an organization could do none of ${acts.length} acts on the superuser.`,
    );
  },
};
