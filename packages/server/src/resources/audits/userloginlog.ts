import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';
import type { Behaviour, Row } from '../../engine/resource.ts';
import { namingMembers } from './members.ts';

/** Label of a code kept in a row. */
export const codeLabels = (key: string, name: string) => (rows: Row[], ctx: Context) => {
  const resource = ctx.engine.resource(key);
  return rows.map((row) => (row[name] ? choiceLabel({ name, resource, ctx }, String(row[name])) : ''));
};

/** Login logs: in an organization those of its members (reference 05 §6.1). */
export const userLoginLogBehaviour = (): Behaviour => ({
  visibleTo: (ctx) => namingMembers(sql`t.username`, ctx),
  computed: {
    reason_display: codeLabels('audits.userloginlog', 'reason'),
    backend_display: codeLabels('audits.userloginlog', 'backend'),
  },
});
