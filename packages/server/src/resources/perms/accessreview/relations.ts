import { sql } from 'drizzle-orm';

/** Access reviews of every organization. */
export const allAccessReviews = sql`(select id, org_id, permission, name, status, date_created from perms_accessreview)`;

/** Links of access reviews to those who decide them. */
export const allReviewers = sql`(select accessreview, "user" from perms_accessreview_reviewers)`;
