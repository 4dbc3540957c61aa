import { randomUUID } from 'node:crypto';
import { type BuiltinRole, builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type pg from 'pg';

type AssetFacts = {
  name: string;
  nodes?: readonly string[];
  address?: string;
  protocols?: readonly { name: string; port: number }[];
  platform?: number;
  active?: boolean;
};

const json = (value: unknown) => JSON.stringify(value);
const orgUser = builtinRoles.orgUser.id;
const ssh = [{ name: 'ssh', port: 22 }];

const insertInto =
  (pool: pg.Pool) =>
  async (table: string, row: Record<string, unknown>): Promise<string> => {
    const full = { id: randomUUID(), ...row };
    const names = Object.keys(full)
      .map((name) => `"${name}"`)
      .join(', ');
    await pool.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
      [json(full)],
    );
    return String(full.id);
  };

/** The platform of this name, created on first use. */
const platformIn =
  (pool: pg.Pool) =>
  async (name: string, facts: { su_enabled?: boolean } = {}): Promise<number> => {
    const found = await pool.query('select id::int as id from assets_platform where name = $1', [name]);
    if (found.rows[0]) return found.rows[0].id as number;
    const made = await pool.query(
      `insert into assets_platform (name, category, type, charset, protocols, automation, custom_fields, internal, domain_enabled, su_enabled, created_by, updated_by, comment)
       values ($1, 'host', 'linux', 'utf-8', $2, '{}', '[]', false, true, $3, 'System', 'System', '') returning id::int as id`,
      [
        name,
        json([
          { name: 'ssh', port: 22, primary: true, public: true, setting: { old_ssh_version: false } },
          { name: 'sftp', port: 22, public: true, setting: {} },
        ]),
        facts.su_enabled ?? true,
      ],
    );
    return made.rows[0].id as number;
  };

const userRow = (username: string) => ({
  name: username.toUpperCase(),
  username,
  email: `${username}@example.com`,
  public_key: '',
  mfa_level: 0,
  source: 'local',
  wechat: '',
  need_update_password: false,
  is_active: true,
  is_service_account: false,
  is_first_login: false,
  date_expired: '2099-01-01T00:00:00Z',
  date_joined: new Date().toISOString(),
  created_by: 'System',
  updated_by: 'System',
});

/** Users created here need the role of users, which a database without a first start lacks. */
const haveUserRole = (pool: pg.Pool) =>
  pool.query(
    `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
     values ($1, 'OrgUser', 'org', '[]', true, 'System', 'System', '') on conflict do nothing`,
    [orgUser],
  );

/** Inserts rows of an organization directly into the database, for tests about something else. */
export const estateOf = (pool: pg.Pool, org: string = DEFAULT_ORG_ID) => {
  const insert = insertInto(pool);
  const platform = platformIn(pool);
  /**
   * Adds a node with this key (`1:0`); its parent, whose key is the part before the last colon, must exist.
   */
  const node = (key: string, value = key): Promise<string> =>
    insert('assets_node', {
      org_id: org,
      key,
      value,
      full_value: `/${value}`,
      parent_key: key.split(':').slice(0, -1).join(':'),
      child_mark: 0,
      assets_amount: 0,
    });
  const asset = async (facts: AssetFacts): Promise<string> => {
    const id = await insert('assets_asset', {
      org_id: org,
      name: facts.name,
      address: facts.address ?? '10.0.0.1',
      platform: facts.platform ?? (await platform('Linux')),
      protocols: facts.protocols ?? ssh,
      category: 'host',
      type: 'linux',
      connectivity: '-',
      gathered_info: {},
      is_active: facts.active ?? true,
      comment: '',
      created_by: 'System',
      date_created: new Date().toISOString(),
    });
    for (const node of facts.nodes ?? [])
      await pool.query('insert into assets_asset_nodes (asset, node) values ($1, $2)', [id, node]);
    return id;
  };
  const user = async (
    username: string,
    facts: { id?: string; groups?: readonly string[] } = {},
  ): Promise<string> => {
    const id = await insert('users_user', { ...userRow(username), ...(facts.id && { id: facts.id }) });
    await haveUserRole(pool);
    await insert('rbac_rolebinding', { user: id, role: orgUser, scope: 'org', org });
    for (const group of facts.groups ?? [])
      await pool.query('insert into users_user_groups ("user", usergroup) values ($1, $2)', [id, group]);
    return id;
  };
  /**
   * Gives a user what signing in and connecting need: a password (that of another user if one is named, otherwise an
   * unknown one), and the user role or another system role.
   */
  const admit = async (
    id: string,
    facts: { passwordOf?: string; role?: BuiltinRole } = {},
  ): Promise<void> => {
    const { passwordOf = '', role = builtinRoles.user } = facts;
    await pool.query(
      `update users_user set date_password_last_updated = now(), password_hash =
        coalesce((select password_hash from users_user where username = $2), 'unknown') where id = $1`,
      [id, passwordOf],
    );
    await pool.query(
      `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
       values ($1, $2, 'system', '[]', true, 'System', 'System', '') on conflict do nothing`,
      [role.id, role.name],
    );
    await insert('rbac_rolebinding', { user: id, role: role.id, scope: 'system' });
  };
  const group = (name: string): Promise<string> =>
    insert('users_usergroup', { org_id: org, name, created_by: 'System', comment: '' });
  return { insert, platform, node, asset, user, admit, group };
};
