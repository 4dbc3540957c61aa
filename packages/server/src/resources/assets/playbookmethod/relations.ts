import { sql } from 'drizzle-orm';

/** The methods that administrators have written as playbooks. */
export const allOwnMethods = sql`(select id, name, automation, types, playbook, params from assets_playbookmethod)`;
