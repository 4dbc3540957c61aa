import type { joblog } from '@gatehouse/contract/resources/audits/joblog.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { containing } from '../../../platform/database.ts';

/** Runs of jobs of all users (reference 06 §A.9). */
export const jobLogBehaviour = (): Behaviour<typeof joblog> => ({
  filters: {
    creator__name: (value) => sql`t.creator_name ilike ${containing(value)}`,
    material: (value) => sql`t.material = ${value}`,
  },
});
