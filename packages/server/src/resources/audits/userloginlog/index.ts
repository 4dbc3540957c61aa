import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { codeLabels } from '../codeLabels.ts';
import { namingMembers } from '../members.ts';

const reasons = codeLabels(userloginlog, 'reason');

/** Why each attempt failed; where a rule refused it, which one. */
const reasonsWithRule = (rows: readonly { reason: string; rule: string }[], ctx: Context): string[] => {
  const labels = reasons(rows, ctx);
  return rows.map(({ reason, rule }, index) =>
    [labels[index], reason === '' ? '' : rule].filter(Boolean).join(': '),
  );
};

/** Login logs: in an organization those of its members (reference 05 §6.1). */
export const userLoginLogBehaviour = (): Behaviour<typeof userloginlog> => ({
  visibleTo: (ctx) => namingMembers(sql`t.username`, ctx),
  computed: {
    reason_display: reasonsWithRule,
    backend_display: codeLabels(userloginlog, 'backend'),
  },
});
