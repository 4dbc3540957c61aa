import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { reviewAccess } from '../flows/accessReview/reviewAccess.ts';
import type { Database } from '../platform/database.ts';
import type { Language, Lookup } from '../platform/i18n.ts';
import { defineJob, handleJob, type Job } from '../platform/jobs/defineJob.ts';
import type { Settings } from '../platform/settings.ts';
import { allOrganizations } from '../resources/orgs/organization/relations.ts';

const definition = defineJob({
  name: 'review_access',
  payload: z.object({}),
  schedule: { cron: '30 5 * * *', catchUp: true },
  concurrency: 1,
  timeoutSeconds: 3600,
  isStoppable: true,
  retries: 2,
  retryDelaySeconds: 300,
});

type Deps = { db: Database; settings: Settings; lookup: Lookup; language: Language; zone: string };

/** Notes every night when permissions were last used, and puts those that are not before their owners. */
export const reviewAccessJob = ({ db, settings, lookup, language, zone }: Deps): Job =>
  handleJob(definition, async (_payload, run) => {
    const { app, name } = assetpermission;
    const label =
      lookup(language, `${app}.${name}.fields.date_expired`) ??
      lookup(language, 'common.fields.date_expired') ??
      'date_expired';
    const organizations = await db.rows<{ id: string; name: string }>(
      sql`select o.id::text as id, o.name from ${allOrganizations} o order by o.name`,
    );
    for (const [index, org] of organizations.entries()) {
      if (run.signal.aborted) return;
      const done = await reviewAccess(org.id, settings, { label, zone }, db);
      const figures = Object.entries(done).map(([what, count]) => `${what} ${count}`);
      run.log(`${org.name}: ${figures.join(', ')}`);
      run.progress(Math.round((100 * (index + 1)) / organizations.length));
    }
  });
