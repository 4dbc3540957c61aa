import type { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { namingMembers } from '../members.ts';

/** Password change logs: in an organization those of its members (reference 05 §6.3). */
export const passwordChangeLogBehaviour = (): Behaviour<typeof passwordchangelog> => ({
  visibleTo: (ctx) => namingMembers(sql`t."user"`, ctx),
});
