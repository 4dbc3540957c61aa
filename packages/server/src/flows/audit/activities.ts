import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { formatLocal, instantOf } from '../../platform/time.ts';
import { allOperateLogs } from '../../resources/audits/operatelog/relations.ts';
import { allLoginLogs } from '../../resources/audits/userloginlog/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

/** Maximum number of activity lines in one answer. */
const mostLines = 30;

type Line = { id: string; at: string; r_type: string; content: string; detail: string | null };

const detailUrl = (line: Line): string => {
  if (line.r_type === 'O')
    return line.detail ? `/api/v1/audits/operate-logs/${line.detail}/?type=action_detail` : '';
  if (line.r_type === 'L') return line.detail ? `/ui/#/audit/logs/login-logs/${line.detail}` : '';
  return line.r_type === 'T' && line.detail ? `/core/ops/celery/task/${line.detail}/log/` : '';
};

/** Text of a reason, which is either a code with a text of its own or what a component wrote. */
const reasonText = (reason: string, ctx: Context): string => {
  const keys = [`activity.reasons.${reason}`, `audits.userloginlog.choices.reason.${reason}`];
  for (const key of keys) if (ctx.t(key) !== key) return ctx.t(key);
  return reason;
};

const NAMED = /^(.*\S)\s*\(([^()]*)\)$/s;

/** Who or what is meant, stored as `name(detail)`, as it is read: `name (detail)`; a detail that repeats the name is left out. */
const readable = (text: string): string => {
  const [, name, detail] = NAMED.exec(text) ?? [];
  if (!name) return text;
  return detail && detail !== name ? `${name} (${detail})` : name;
};

/** Parameters of lines that name who or what is meant. */
const named = new Set(['user', 'asset', 'account']);

/** A line in the reader's language; its reason may be a code with its own text. */
const sentence = (content: string, ctx: Context): string => {
  if (!content.startsWith('{')) return content;
  const { key, ...params } = JSON.parse(content) as Record<string, string>;
  const reason = params.reason ? reasonText(params.reason, ctx) : '-';
  const read = Object.entries(params).map(([name, value]) => [
    name,
    named.has(name) ? readable(value) : value,
  ]);
  return ctx.t(String(key), { ...Object.fromEntries(read), reason });
};

const scope = (ctx: Context) => {
  const orgs =
    ctx.org.isRoot && ctx.org.within ? [...ctx.org.within, SYSTEM_ORG_ID] : [ctx.org.id, SYSTEM_ORG_ID];
  return ctx.org.isRoot && !ctx.org.within ? sql`true` : sql`t.org_id = any(${uuids(orgs)})`;
};

const operations = (about: SQL, ctx: Context): Promise<Line[]> =>
  ctx.db.rows<Line>(sql`select id::text as id, datetime as at, 'O' as r_type, id::text as detail,
      jsonb_build_object('key', 'activity.operate.' || action, 'user', "user")::text as content
    from ${allOperateLogs} t where (${about}) and ${scope(ctx)} order by t.datetime desc limit ${mostLines}`);

const events = (about: SQL, ctx: Context): Promise<Line[]> =>
  ctx.db.rows<Line>(sql`select id::text as id, datetime as at, r_type, detail_id as detail, content
    from audits_activitylog t where (${about}) and ${scope(ctx)} order by t.datetime desc limit ${mostLines}`);

const signIns = (user: UserFacts, ctx: Context): Promise<Line[]> =>
  ctx.db.rows<Line>(sql`select id::text as id, datetime as at, 'L' as r_type, id::text as detail,
      jsonb_build_object('key', case when status then 'activity.login_succeeded' else 'activity.login_failed' end,
        'user', username, 'ip', ip, 'reason', reason)::text as content
    from ${allLoginLogs} t where t.username in (${user.username}, ${user.display}) order by t.datetime desc limit ${mostLines}`);

type UserFacts = { username: string; display: string; isVisible: boolean };

const factsOf = async (resourceId: string, ctx: Context): Promise<UserFacts | undefined> => {
  if (!isUuid(resourceId)) return undefined;
  const visible = sql`exists (select from ${await visibleRows('users.user', ctx)} v where v.id = t.id)`;
  const [found] = await ctx.db.rows<{ name: string; username: string; visible: boolean }>(
    sql`select t.name, t.username, ${visible} as visible from ${allUsers} t where t.id = ${resourceId}`,
  );
  return (
    found && {
      username: found.username,
      display: `${found.name}(${found.username})`,
      isVisible: found.visible,
    }
  );
};

const linesOf = async (resourceId: string, ctx: Context): Promise<Line[]> => {
  if (!resourceId) return [...(await operations(sql`true`, ctx)), ...(await events(sql`true`, ctx))];
  const user = await factsOf(resourceId, ctx);
  // A user outside the caller's scope acts in other organizations, so nothing about that user is shown.
  if (user && !user.isVisible) return [];
  const about = sql`t.resource_id = ${resourceId}`;
  const lines = await ctx.db.together([
    () => operations(user ? sql`${about} or t."user" = ${user.display}` : about, ctx),
    () => events(about, ctx),
    () => (user ? signIns(user, ctx) : []),
  ]);
  return lines.flat();
};

/**
 * The latest events of a row, newest first: operations on it, reported events, and for users their own
 * operations and sign-ins; without an id, the operations and events of all rows.
 */
export const activitiesOf = async (resourceId: string, ctx: Context) =>
  (await linesOf(resourceId, ctx))
    .map((line) => ({ line, time: instantOf(line.at) ?? new Date(0) }))
    .sort((a, b) => b.time.getTime() - a.time.getTime())
    .slice(0, mostLines)
    .map(({ line, time }) => ({
      id: line.id,
      timestamp: formatLocal(time, ctx.zone),
      detail_url: detailUrl(line),
      content: sentence(line.content, ctx),
      r_type: line.r_type,
    }));
