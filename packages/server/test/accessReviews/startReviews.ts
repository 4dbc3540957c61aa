import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { reviewAccess } from '../../src/flows/accessReview/reviewAccess.ts';
import { seedBuiltins } from '../../src/flows/firstStart/seed.ts';
import { startApi } from '../api.ts';
import { estateOf } from '../estate.ts';

const hundredDays = 100;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

type Api = Awaited<ReturnType<typeof startApi>>;

/** What the database has of reviews, messages and anything else. */
const readingOf = (api: Api) => {
  const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await api.pool.query(text, values)).rows as T[];
  const reviewOf = async (permissionId: string) => {
    const [found] = await rows<{ [column: string]: unknown; id: string }>(
      `select r.*, r.id::text as id, array(select u.username from perms_accessreview_reviewers w
        join users_user u on u.id = w."user" where w.accessreview = r.id order by 1) as reviewers
       from perms_accessreview r where r.permission = $1 order by r.date_created desc limit 1`,
      [permissionId],
    );
    return found;
  };
  /** Messages by key, reader and channel. */
  const told = async (): Promise<string[]> =>
    (
      await rows<{ line: string }>(
        `select concat_ws(' ', m.message_type, u.username, m.backend) as line from audits_messagelog m
          left join users_user u on u.id = m."user" where m.message_type like 'access_%' order by 1`,
      )
    ).map(({ line }) => line);
  const clear = async () => {
    await api.pool.query('delete from perms_assetpermission');
    await api.pool.query('delete from terminal_session');
    await api.pool.query('delete from audits_messagelog');
    await api.pool.query('delete from audits_operatelog');
  };
  return { rows, reviewOf, told, clear };
};

/** Administrators, users and assets whose permissions are reviewed. */
export const startReviews = async () => {
  const api = await startApi();
  await seedBuiltins(api.services.db);
  const estate = estateOf(api.pool);
  const administrator = async (username: string): Promise<string> => {
    const id = await estate.user(username);
    await estate.insert('rbac_rolebinding', {
      ...{ user: id, role: builtinRoles.orgAdmin.id },
      ...{ scope: 'org', org: DEFAULT_ORG_ID },
    });
    return id;
  };
  const boss = await administrator('boss');
  const ann = await estate.user('ann');
  const root = await estate.node('1');
  const asset = await estate.asset({ name: 'web-1', nodes: [root] });
  const admin = api.as({ superuser: true, id: boss, username: 'boss' });
  /** A permission of ann on the asset, a hundred days old unless the test says otherwise. */
  const permission = async (facts: object = {}, row: { age?: number; created_by?: string } = {}) => {
    const body = { name: randomUUID(), users: [ann], assets: [asset], accounts: ['root'], ...facts };
    const reply = await admin.post('/api/v1/perms/asset-permissions/', body);
    if (reply.status !== 201) throw new Error(reply.text);
    const { id } = reply.json as { id: string };
    await api.pool.query(
      'update perms_assetpermission set date_created = $2, date_start = $2, created_by = $3 where id = $1',
      [id, daysAgo(row.age ?? hundredDays), row.created_by ?? 'System'],
    );
    return id;
  };
  const session = (days: number, facts: object = {}): Promise<string> =>
    estate.insert('terminal_session', {
      ...{
        org_id: DEFAULT_ORG_ID,
        user: 'ANN(ann)',
        user_id: ann,
        asset: 'web-1(10.0.0.1)',
        asset_id: asset,
      },
      ...{ account: 'Root(root)', account_id: '', protocol: 'ssh', type: 'normal', login_from: 'WT' },
      ...{ error_reason: '', command_amount: 0, commands_moved: 0, is_success: true, is_finished: true },
      ...{ is_locked: false, has_replay: false, has_command: false, comment: '', date_start: daysAgo(days) },
      ...facts,
    });
  const run = (org = DEFAULT_ORG_ID) =>
    reviewAccess(org, api.services.settings, { label: 'Expires', zone: 'UTC' }, api.services.db);
  return {
    ...{ api, estate, boss, ann, root, asset, admin, administrator },
    permission,
    session,
    run,
    ...readingOf(api),
  };
};
