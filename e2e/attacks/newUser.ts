import { randomBytes } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type ApiClient, createClient } from '../clients/api.ts';
import type { Target } from './attack.ts';

/** A user of the default organization, made for one attack and signed in. */
export type NewUser = {
  id: string;
  username: string;
  password: string;
  client: ApiClient;
  remove: () => Promise<unknown>;
};

const users = '/api/v1/users/users/';

/** Creates a user with these roles, by default those of every user, and signs in. */
export const newUser = async (
  { url, admin }: Target,
  roles: { system_roles?: readonly string[]; org_roles?: readonly string[] },
): Promise<NewUser> => {
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
    org_roles: [builtinRoles.orgUser.id],
    ...roles,
  });
  if (made.status !== 201) throw new Error(`no user could be created: ${made.text}`);
  const { id } = made.body;
  const client = createClient(url, { org: DEFAULT_ORG_ID });
  const arrived = await client.signIn(username, password);
  if (!/^\/(ui\/)?$/.test(arrived)) throw new Error(`the new user arrived at ${arrived}`);
  return { id, username, password, client, remove: () => admin.call('DELETE', `${users}${id}/`) };
};
