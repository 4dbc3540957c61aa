import { randomUUID } from 'node:crypto';
import { daysToDecide } from '@gatehouse/contract/permissions/accessReview.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { addOperateLogs } from '../../resources/audits/operatelog/statements.ts';
import { allAccessReviews } from '../../resources/perms/accessreview/relations.ts';
import {
  expireUnanswered,
  noteAmounts,
  openReviews,
  settleReviews,
  takeOverdue,
  type Unanswered,
} from '../../resources/perms/accessreview/statements.ts';
import { noteLastUse } from '../../resources/perms/assetpermission/lastUse.ts';
import {
  allPermissionAssets,
  allPermissionGroups,
  allPermissionNodes,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { endPermissions } from '../../resources/perms/assetpermission/statements.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';
import { assignReviewers } from './reviewers.ts';
import { tellReviewers } from './tellReviewers.ts';

/** What one run did in an organization. */
export type Reviewed = { used: number; opened: number; settled: number; reminded: number; expired: number };

/** Name of the lock under which an organization's reviews are opened and told, by one server at a time. */
const lock = 'gatehouse_access_review';

const countAmounts = async (reviews: readonly string[], db: Database): Promise<void> => {
  const amounts = await db.rows<{ id: string; users: number; assets: number }>(
    sql`select r.id::text as id, (select count(*)::int from (
        select pu."user" from ${allPermissionUsers} pu where pu.assetpermission = r.permission
        union select g."user" from ${allPermissionGroups} pg join ${allGroupMembers} g on g.usergroup = pg.usergroup where pg.assetpermission = r.permission) u) as users,
      (select count(*)::int from (select pa.asset from ${allPermissionAssets} pa where pa.assetpermission = r.permission
        union select l.asset from ${allPermissionNodes} pn join ${allNodes} top on top.id = pn.node
          join ${allNodes} n on n.path <@ top.path join ${allAssetNodes} l on l.node = n.id where pn.assetpermission = r.permission) a) as assets
    from ${allAccessReviews} r where r.id = any(${uuids(reviews)})`,
  );
  await noteAmounts(amounts, db);
};

/** Opens the reviews of an organization and puts them before their reviewers; returns those with new reviewers. */
export const openUnused = async (
  org: string,
  days: number,
  db: Database,
): Promise<{ opened: string[]; assigned: string[] }> => {
  const opened = (await openReviews(org, days, db)).map(({ id }) => id);
  await countAmounts(opened, db);
  return { opened, assigned: await assignReviewers(org, db) };
};

/** What the installation calls the end of a permission, and how it writes a time. */
export type Words = { label: string; zone: string };

const recordEnds = async (ended: readonly Unanswered[], words: Words, db: Database): Promise<void> => {
  const shown = (time: string): string => formatDatetime(instantOf(time) ?? new Date(), words.zone);
  await addOperateLogs(
    ended.map(({ id, org_id, name, date_before, date_ends }) => ({
      id: randomUUID(),
      user: 'System',
      action: 'update',
      resource_key: 'perms.assetpermission',
      resource: name,
      resource_id: id,
      remote_addr: '',
      org_id,
      diff: { [words.label]: [shown(date_before), shown(date_ends)] },
    })),
    db,
  );
};

const expire = async (org: string, days: number, words: Words, db: Database): Promise<number> => {
  if (days === 0) return 0;
  const ended = await expireUnanswered(org, days, db);
  if (ended.length === 0) return 0;
  await endPermissions(ended, db);
  await recordEnds(ended, words, db);
  return ended.length;
};

/**
 * Opens the reviews of an organization, puts them before their reviewers and tells or reminds these, all in one
 * transaction: a review that exists is told, however the server ends.
 */
const review = (org: string, settings: Pick<Settings, 'get'>, words: Words, db: Database) =>
  db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${lock}), hashtext(${org}))`);
    const days = settings.get('ACCESS_REVIEW_DAYS');
    const settled = await settleReviews(org, days, tx);
    const expired = await expire(org, settings.get('ACCESS_REVIEW_EXPIRE_DAYS'), words, tx);
    const { opened, assigned } = await openUnused(org, days, tx);
    await tellReviewers(
      { reviews: assigned, org },
      (names) => ({ key: 'access_to_review', params: { names, days } }),
      tx,
    );
    const overdue = (await takeOverdue(org, daysToDecide, tx)).map(({ id }) => id);
    const reviews = overdue.filter((id) => !assigned.includes(id));
    await tellReviewers(
      { reviews, org },
      (names) => ({ key: 'access_review_overdue', params: { names } }),
      tx,
    );
    return { opened: opened.length, settled, reminded: reviews.length, expired };
  });

/** Notes when the permissions of an organization were last used, and reviews those that are not. */
export const reviewAccess = async (
  org: string,
  settings: Pick<Settings, 'get'>,
  words: Words,
  db: Database,
): Promise<Reviewed> => {
  const used = await noteLastUse(org, db);
  if (settings.get('ACCESS_REVIEW_DAYS') === 0)
    return { used, opened: 0, settled: 0, reminded: 0, expired: 0 };
  return { used, ...(await review(org, settings, words, db)) };
};
