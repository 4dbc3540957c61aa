import { AppError } from '@gatehouse/contract/errors.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { containing, likeLiteral, uuids } from '../../../platform/database.ts';
import { formatDatetime } from '../../../platform/time.ts';
import { onlyOwnSessions } from '../../ownTerminal.ts';
import { allCommandStorages } from '../commandstorage/relations.ts';
import { allSessions } from '../session/relations.ts';
import { countCommandsOf } from '../session/statements.ts';

/** Shortens a long name to `most` characters: keeps both ends, with a mark between them. */
const elided = (value: unknown, most: number): string => {
  const text = sentText(value ?? '');
  if (text.length <= most) return text;
  const half = (most - 1) / 2;
  return `${text.slice(0, Math.ceil(half))}…${text.slice(text.length - Math.floor(half))}`.toWellFormed();
};

/** Shortens a long text to `most` characters: keeps its beginning, with a mark where it was cut. */
const shortened = (value: unknown, most: number): string => {
  const text = sentText(value ?? '');
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`.toWellFormed();
};

/**
 * Maximum length of stored input, in characters. Input is evidence, so the limit is much higher than in the
 * reference (docs/decisions/0112).
 */
const INPUT_LENGTH = 4096;
const OUTPUT_LENGTH = 1024;
const NAME_LENGTH = 128;

/** The rule behind a decision, as it is stored with the command. */
export type RuleOfCommand = Pick<
  Row<typeof command>,
  'cmd_filter_acl' | 'cmd_filter_acl_name' | 'cmd_group' | 'cmd_group_name'
>;

type Deps = {
  /** Tells of commands that were refused or watched. */
  tell: (rows: readonly Row<typeof command>[], ctx: Context) => Promise<void>;
  /** Names the rule by which a command was decided. */
  named: (rule: RuleOfCommand, org: string, ctx: Context) => Promise<RuleOfCommand>;
  /** The storage of another system where the commands of the caller belong; null: here. */
  storageOf: (ctx: Context) => Promise<string | null>;
  elsewhere: Behaviour<typeof command>['elsewhere'];
};

/** Levels of commands that did not reach the asset: rejected, and rejected by review. */
const refusedLevels: ReadonlySet<number> = new Set([5, 6]);

/** Whether a command did not reach the asset, which is told. */
export const isRefused = ({ risk_level }: Pick<Row<typeof command>, 'risk_level'>): boolean =>
  refusedLevels.has(Number(risk_level));

/** Whether a command reached the asset although a filter names it, which its reviewers are told. */
export const isWarned = ({ risk_level }: Pick<Row<typeof command>, 'risk_level'>): boolean =>
  Number(risk_level) === 4;

const ruleIn = (values: Partial<RuleOfCommand>): RuleOfCommand => ({
  cmd_filter_acl: values.cmd_filter_acl ?? null,
  cmd_filter_acl_name: shortened(values.cmd_filter_acl_name, NAME_LENGTH),
  cmd_group: values.cmd_group ?? null,
  cmd_group_name: shortened(values.cmd_group_name, NAME_LENGTH),
});

/** Commands of sessions, as components report them (reference 05 §2). */
export const commandBehaviour = (deps: Deps): Behaviour<typeof command> => ({
  elsewhere: deps.elsewhere,
  filters: {
    session_id: (value) => sql`t.session = ${value}`,
    // By id, or by name as older clients do.
    command_storage_id: async (value, ctx) => {
      const [found] = await ctx.db.rows(
        sql`select 1 from ${allCommandStorages} s where (s.id::text = ${value} or s.name = ${value}) and s.type <> 'null'`,
      );
      if (!found) throw new AppError('object_does_not_exist', { resource: 'commandstorage' });
      return undefined;
    },
    user: (value) => sql`t."user" ilike ${`${likeLiteral(value)}%`}`,
    // A search covers only the input of a command.
    input: (value) => sql`t.search_text like lower(${containing(value)})`,
    asset: (value) => sql`t.asset ilike ${containing(value)}`,
    asset_id: (value) =>
      sql`t.session in (select s.id::text from ${allSessions} s where s.asset_id = ${value})`,
  },
  beforeWrite: async ({ values, input, ctx }) => ({
    storage: await deps.storageOf(ctx),
    ...(await deps.named(ruleIn(values), sentText(input.org_id ?? ctx.org.id), ctx)),
    user: elided(values.user, 64),
    account: elided(values.account, 64),
    input: shortened(values.input, INPUT_LENGTH),
    output: shortened(values.output, OUTPUT_LENGTH),
    ...(typeof input.org_id === 'string' && ctx.engine.organizationName(input.org_id)
      ? { org_id: input.org_id }
      : {}),
  }),
  beforeCreate: (rows, ctx) =>
    onlyOwnSessions(
      rows.map(({ input }) => input.session),
      ctx,
    ),
  afterWrite: async (rows, ctx) => {
    await deps.tell(
      rows.map(({ row }) => row),
      ctx,
    );
    await countCommandsOf([...new Set(rows.map(({ row }) => row.session))], ctx.db);
  },
  computed: {
    timestamp_display: (rows, ctx) =>
      rows.map((row) => formatDatetime(new Date(Number(row.timestamp) * 1000), ctx.zone)),
    remote_addr: async (rows, ctx) => {
      const found = await ctx.db.rows<{
        id: string;
        addr: string | null;
      }>(sql`select id::text as id, remote_addr as addr from ${allSessions} s
        where id = any(${uuids(rows.map((row) => row.session))})`);
      const byId = new Map(found.map((row) => [row.id, row.addr ?? '']));
      return rows.map((row) => byId.get(row.session) ?? '');
    },
  },
});
