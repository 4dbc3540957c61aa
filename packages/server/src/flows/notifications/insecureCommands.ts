import { reportInsecureCommands } from '@gatehouse/contract/calls/sessions.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { onlyOwnSessions } from '../../resources/ownTerminal.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { type ToldCommand, tellCommands } from './commandNews.ts';

type Reported = Record<string, unknown>;

/** Fields that have to be ids (reference 05 §2.2). */
const ids = ['session', 'cmd_filter_acl', 'cmd_group'] as const;
const levels = ['0', '4', '5', '6', '7', '8'] as const;
const levelOf = ({ risk_level }: Reported) => levels.find((level) => Number(level) === risk_level);

const faultsOf = (row: Reported): string[] => [
  ...ids.filter((name) => !isUuid(row[name])),
  ...(levelOf(row) ? [] : ['risk_level']),
];

const factsOf = async (sessions: readonly string[], { db }: Context) => {
  const rows = await db.rows<{ id: string; org: string; account: string }>(
    sql`select s.id::text as id, s.org_id::text as org, s.account from ${allSessions} s where s.id = any(${uuids(sessions)})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const toldOf = (row: Reported, { org, account }: { org: string; account: string }): ToldCommand => ({
  user: sentText(row.user ?? ''),
  asset: sentText(row.asset ?? ''),
  account,
  input: sentText(row.input ?? ''),
  session: sentText(row.session).toLowerCase(),
  risk_level: levelOf(row) ?? '0',
  cmd_filter_acl: sentText(row.cmd_filter_acl),
  org_id: org,
});

/** Registers the call by which components tell of commands that filters decided, apart from reporting them. */
export const addInsecureCommands = (ports: HttpPorts, { ruleBook }: { ruleBook: RuleBook }): void =>
  bind(ports, reportInsecureCommands, async ({ ctx, body }) => {
    const input = await body();
    if (!Array.isArray(input)) throw new ValidationError({ non_field_errors: [{ key: 'not_a_list' }] });
    const rows = input.map((row): Reported => ({ ...(row as object) }));
    const errors = [...new Set(rows.flatMap(faultsOf))];
    if (errors.length > 0) return whole({ status: 401, body: { msg: 'invalid' as const, errors } });
    const sessions = rows.map(({ session }) => sentText(session).toLowerCase());
    await onlyOwnSessions(sessions, ctx);
    const facts = await factsOf(sessions, ctx);
    const told = rows.flatMap((row, at) => {
      const of = facts.get(sessions[at] ?? '');
      return of ? [toldOf(row, of)] : [];
    });
    await tellCommands(told, ruleBook, ctx);
    return { msg: 'ok' as const };
  });
