import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { codeLabels } from '../codeLabels.ts';
import { namingMembers } from '../members.ts';

/** Login logs: in an organization those of its members (reference 05 §6.1). */
export const userLoginLogBehaviour = (): Behaviour<typeof userloginlog> => ({
  visibleTo: (ctx) => namingMembers(sql`t.username`, ctx),
  computed: {
    reason_display: codeLabels(userloginlog, 'reason'),
    backend_display: codeLabels(userloginlog, 'backend'),
  },
});
