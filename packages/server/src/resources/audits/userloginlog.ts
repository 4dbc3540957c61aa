import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';
import type { Behaviour } from '../../engine/resource.ts';
import { namingMembers } from './members.ts';

/** Label of a code kept in a row. */
export const codeLabels =
  <Name extends string>(definition: ResourceDefinition, name: Name) =>
  (rows: readonly { [K in Name]: string }[], ctx: Context): string[] => {
    const resource = ctx.engine.resource(definition);
    return rows.map((row) => (row[name] ? choiceLabel({ name, resource, ctx }, row[name]) : ''));
  };

/** Login logs: in an organization those of its members (reference 05 §6.1). */
export const userLoginLogBehaviour = (): Behaviour<typeof userloginlog> => ({
  visibleTo: (ctx) => namingMembers(sql`t.username`, ctx),
  computed: {
    reason_display: codeLabels(userloginlog, 'reason'),
    backend_display: codeLabels(userloginlog, 'backend'),
  },
});
