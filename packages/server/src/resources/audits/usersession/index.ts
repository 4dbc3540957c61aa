import { usersession } from '@gatehouse/contract/resources/audits/usersession.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../../engine/context.ts';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { Refused } from '../../../engine/fields/kind.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { rankRefusals } from '../../rank.ts';
import { allUsers, openSessions } from '../../users/user/relations.ts';
import { codeLabels } from '../codeLabels.ts';
import { aboutMembers } from '../members.ts';

const living = sql`select s.id::text from ${openSessions} s`;
const openTabs = sql`select s.id::text from ${openSessions} s where coalesce((s.data ->> 'tabs')::int, 0) > 0`;

const isActive = async (rows: Row<typeof usersession>[], ctx: Context): Promise<boolean[]> => {
  const ids = JSON.stringify(rows.map((row) => row.session_id));
  const found = await ctx.db.rows<{ id: string }>(
    sql`select id from (${openTabs}) as o(id) where id in (select jsonb_array_elements_text(${ids}::jsonb))`,
  );
  const open = new Set(found.map((row) => row.id));
  return rows.map((row) => open.has(row.session_id));
};

/** Rule: nobody signs out users who rank higher anywhere. */
const outranked = (rows: Row<typeof usersession>[], ctx: Context) =>
  rankRefusals(
    rows.map(({ user }) => ({ user, org: null })),
    ctx,
  );

/** Names of web sessions in logs: whose, and from which address. */
const logNames = async (rows: Row<typeof usersession>[], ctx: Context): Promise<string[]> => {
  const people = await ctx.db.rows<{ id: string; name: string; username: string }>(
    sql`select id::text as id, name, username from ${allUsers} u where id = any(${uuids(rows.map(({ user }) => user))})`,
  );
  const names = new Map(people.map((user) => [user.id, displayOf(user)]));
  return rows.map(({ user, ip }) => `${names.get(user) ?? ''} (${ip})`);
};

/** Web sessions that are still valid, in an organization those of its members (reference 05 §6.6). */
export const userSessionBehaviour = (): Behaviour<typeof usersession> => ({
  visibleTo: (ctx) => sql`t.session_id in (${living}) and ${aboutMembers(sql`t."user"`, ctx) ?? sql`true`}`,
  filters: {
    is_active: (value) => {
      const expected = booleanOf(value);
      if (expected === undefined) throw new Refused([{ key: 'invalid_boolean' }]);
      return expected ? sql`t.session_id in (${openTabs})` : sql`not t.session_id in (${openTabs})`;
    },
  },
  computed: {
    backend_display: codeLabels(usersession, 'backend'),
    is_active: isActive,
    is_current_user_session: (rows, ctx) =>
      rows.map((row) => ctx.sessionId !== undefined && row.session_id === ctx.sessionId),
  },
  logNames,
  refusals: { offline: [outranked] },
});
