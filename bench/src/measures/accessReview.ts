import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { everyJob } from '../../../packages/server/src/app/jobs.ts';
import type { OwnServer } from '../ownServer.ts';
import type { Measure } from '../report.ts';
import { askMeanwhile } from './meanwhile.ts';

/** Budget of a list while work goes on in the background, in milliseconds. */
const meanwhile = { p95: 100 };

/** Makes the permissions half a year old, so that those without a session are put before an administrator. */
const age = [
  sql`update perms_assetpermission set date_start = now() - interval '180 days', date_created = now() - interval '180 days'`,
  sql`insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
    values (${builtinRoles.orgAdmin.id}, 'OrgAdmin', 'org', '[]', true, 'System', 'System', '') on conflict do nothing`,
  sql`insert into rbac_rolebinding (id, "user", role, scope, org) select gen_random_uuid(), u.id, ${builtinRoles.orgAdmin.id}, 'org', ${DEFAULT_ORG_ID}
    from users_user u where u.username in ('user1', 'user2')`,
];

const amounts = sql`select (select count(*)::int from terminal_session) as sessions, (select count(*)::int from perms_assetpermission) as permissions,
  (select count(*)::int from perms_accessreview) as reviews, (select count(*)::int from perms_assetpermission where date_last_used is not null) as used`;

/** Runs the nightly access review over the estate, the first time and again, while sessions and permissions are listed. */
export const measureAccessReview = async ({ services, get }: OwnServer): Promise<Measure[]> => {
  const { db } = services;
  const job = everyJob(services).find(({ definition }) => definition.name === 'review_access');
  if (!job) throw new Error('there is no job that reviews access');
  for (const statement of age) await db.rows(statement);
  const seconds: number[] = [];
  const lists: number[] = [];
  for (let night = 1; night <= 2; night += 1) {
    const run = {
      id: '',
      attempt: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
      log: () => undefined,
    };
    const began = performance.now();
    const asked = await askMeanwhile(
      ['terminal/sessions', 'perms/asset-permissions'].map((path) => async () => {
        await get(`/api/v1/${path}/?limit=15&offset=0`);
      }),
      () => job.handle({}, run),
    );
    seconds.push((performance.now() - began) / 1000);
    lists.push(...asked);
  }
  const [found] = await db.rows<{ sessions: number; permissions: number; reviews: number; used: number }>(
    amounts,
  );
  if (!found?.reviews || !found.used) throw new Error('nothing was reviewed');
  const of = `${found.sessions} sessions, ${found.permissions} permissions, ${found.reviews} not used`;
  return [
    { what: `access review of ${of}`, unit: 's', values: seconds, budget: { max: 60 } },
    { what: 'access review: lists meanwhile', unit: 'ms', values: lists, budget: meanwhile },
  ];
};
