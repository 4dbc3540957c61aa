import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { parseDatetime } from '../../platform/time.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';

/** Most sessions of an asset whose commands are searched. */
const mostSessions = 10_000;

const literal = (text: string): string => text.replace(/[\\*?]/g, '\\$&');
/** Condition that a field contains a text, ignoring case. */
export const contains = (field: string, value: string) => ({
  wildcard: { [field]: { value: `*${literal(value)}*`, case_insensitive: true } },
});
const equals = (field: string, value: string | number) => ({ term: { [field]: { value } } });

const ofAsset = async (asset: string, ctx: Context): Promise<object> => {
  const sessions = await ctx.db.rows<{ id: string }>(
    sql`select s.id::text as id from ${allSessions} s where s.asset_id = ${asset}
      order by s.date_start desc limit ${mostSessions}`,
  );
  return { terms: { session: sessions.map(({ id }) => id) } };
};

type Condition = (value: string, ctx: Context) => object | undefined | Promise<object | undefined>;

const since = (bound: 'gte' | 'lte'): Condition => {
  return (value, ctx) => {
    const moment = parseDatetime(value, ctx.zone);
    if (!moment) return undefined;
    const seconds = moment.getTime() / 1000;
    return { range: { timestamp: { [bound]: bound === 'gte' ? Math.ceil(seconds) : Math.floor(seconds) } } };
  };
};

/** The conditions of the parameters of a list of commands (reference 05 §2.1). */
const conditions: Readonly<Record<string, Condition>> = {
  session: (value) => equals('session', value),
  session_id: (value) => equals('session', value),
  user: (value) => ({ prefix: { user: { value, case_insensitive: true } } }),
  input: (value) => contains('input', value),
  asset: (value) => contains('asset', value),
  asset_id: ofAsset,
  account: (value) => equals('account', value),
  risk_level: (value) => equals('risk_level', Number(value)),
  cmd_filter_acl: (value) => equals('cmd_filter_acl', value.toLowerCase()),
  date_from: since('gte'),
  date_to: since('lte'),
  ids: (value) => ({ ids: { values: value.split(',') } }),
};

/** Conditions for the commands of the organization of a request; in the root organization, of those its caller may see. */
export const ofOrganization = ({ org }: Context): object[] => {
  if (!org.isRoot) return [equals('org_id', org.id)];
  return org.within ? [{ terms: { org_id: [...org.within] } }] : [];
};

const chosen = async (query: URLSearchParams, ctx: Context): Promise<object[]> => {
  const spm = query.get('spm');
  if (!spm) return [];
  const kept = await ctx.engine.recall(`spm:${spm}`, ctx.db);
  return [{ ids: { values: Array.isArray(kept) ? kept.map(String) : [] } }];
};

/** The conditions of a list query, in the words of a search service; the organization is always one. */
export const conditionsOf = async (query: URLSearchParams, ctx: Context): Promise<object[]> => {
  const filter: object[] = [...ofOrganization(ctx), ...(await chosen(query, ctx))];
  for (const [name, value] of query) {
    const condition = value === '' ? undefined : await conditions[name]?.(value, ctx);
    if (condition) filter.push(condition);
  }
  const words = (query.get('search') ?? '').split(/\s+/).filter((term) => term !== '');
  return [...filter, ...words.map((term) => contains('input', term))];
};

/** The order of a list query: by time, the latest first, unless it names another. */
export const orderOf = (query: URLSearchParams): { field: 'timestamp' | 'risk_level'; isUp: boolean } => {
  const [term = '-timestamp'] = (query.get('order') ?? '-timestamp').split(',');
  const name = term.replace(/^-/, '');
  return name === 'risk_level' || name === 'timestamp'
    ? { field: name, isUp: !term.startsWith('-') }
    : { field: 'timestamp', isUp: false };
};
