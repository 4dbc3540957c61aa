import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Draft, draft } from '../../engine/operations/draft.ts';
import type { Row } from '../../engine/resource.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { isRefused, isWarned, type RuleOfCommand } from '../../resources/terminal/command/index.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { addEvents } from '../auditStream/outbox.ts';
import { notify } from './notify.ts';
import { publishMessage } from './publish.ts';

/** Longest part of commands in a message, in characters. */
const longest = 512;

/** What messages say of a command. */
export type ToldCommand = Pick<
  Row<typeof command>,
  'user' | 'asset' | 'account' | 'input' | 'session' | 'risk_level' | 'cmd_filter_acl'
> & { org_id?: unknown };

const tellRefusal = (row: ToldCommand, { db }: Context): Promise<void> => {
  const { user, asset, account, session } = row;
  const params = { user, asset, account, session, command: row.input.slice(0, longest) };
  return publishMessage({ key: 'command_alert', params }, db, { org: String(row.org_id) });
};

const orgsOf = async (sessions: readonly string[], { db }: Context): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; org: string }>(
    sql`select s.id::text as id, s.org_id::text as org from ${allSessions} s where s.id = any(${uuids(sessions)})`,
  );
  return new Map(rows.map(({ id, org }) => [id, org]));
};

const activeOf = async (users: readonly string[], { db }: Context): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select u.id::text as id from ${allUsers} u where u.id = any(${uuids(users)}) and u.is_active`,
    )
  ).map(({ id }) => id);

type Rules = Pick<RuleBook, 'filters'>;

const filterOf = async (id: string, org: string, rules: Rules) =>
  (await rules.filters(org)).rules.find((filter) => filter.id === id.toLowerCase());

/** Commands of one session under one filter are told in one message. */
const tellWarned = async (rows: readonly ToldCommand[], rules: Rules, ctx: Context): Promise<void> => {
  const watched = rows.filter((row) => isWarned(row) && row.cmd_filter_acl);
  if (watched.length === 0) return;
  const orgs = await orgsOf([...new Set(watched.map(({ session }) => session))], ctx);
  const groups = Map.groupBy(watched, ({ session, cmd_filter_acl }) => `${session} ${cmd_filter_acl}`);
  for (const [first, ...more] of groups.values()) {
    const org = first && orgs.get(first.session.toLowerCase());
    if (!first || !org) continue;
    const filter = await filterOf(String(first.cmd_filter_acl), org, rules);
    const reviewers = filter ? await activeOf(filter.reviewers, ctx) : [];
    if (!filter || reviewers.length === 0) continue;
    const { user, asset, account, session } = first;
    const inputs = new Set([first, ...more].map(({ input }) => input));
    const told = { rule: filter.name, command: [...inputs].join('\n').slice(0, longest).toWellFormed() };
    const params = { ...told, user, asset, account, session };
    await notify(reviewers, { key: 'command_warned', params }, ctx.db, { org });
  }
};

/** Tells subscribers of refused commands, and reviewers of those that their filter watches. */
export const tellCommands = async (
  rows: readonly ToldCommand[],
  rules: Rules,
  ctx: Context,
): Promise<void> => {
  for (const row of rows) if (isRefused(row)) await tellRefusal(row, ctx);
  await tellWarned(rows, rules, ctx);
};

/** What is known of the rules behind commands, and who is told of them. */
export const createCommandNews = (rules: Rules) => ({
  tell: (rows: readonly Row<typeof command>[], ctx: Context) => tellCommands(rows, rules, ctx),
  /** By the names that filter and group have now; as the component names them if they are gone. */
  named: async (rule: RuleOfCommand, org: string): Promise<RuleOfCommand> => {
    if (!rule.cmd_filter_acl || !isUuid(org)) return rule;
    const filter = await filterOf(rule.cmd_filter_acl, org, rules);
    const group = filter?.command_groups.find(({ id }) => id === rule.cmd_group);
    return {
      ...rule,
      cmd_filter_acl_name: filter?.name ?? rule.cmd_filter_acl_name,
      cmd_group_name: group?.name ?? rule.cmd_group_name,
    };
  },
});

/** Tells of reported commands, people and the stream of audit events, without storing any: their storage keeps nothing. */
export const tellUnkept = async (reported: readonly unknown[], rules: Rules, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(command);
  const drafts: Draft[] = [];
  for (const row of reported) drafts.push(await draft(resource, row, undefined, 'create', ctx));
  const told = drafts.filter(({ errors, values }) => {
    const row = values as Row<typeof command>;
    return !errors && (isRefused(row) || isWarned(row));
  });
  if (told.length === 0) return;
  await resource.behaviour.beforeCreate?.(told, ctx, { alone: false });
  const unkept = told.map(({ values }) => values as Row<typeof command>);
  await tellCommands(unkept, rules, ctx);
  await addEvents('session_command_log', unkept, ctx.db);
};
