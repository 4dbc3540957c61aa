import { kindOf } from '../../../engine/fields/registry.ts';
import { everywhere } from '../../../engine/organizationScope.ts';
import type { Behaviour } from '../../../engine/resource.ts';

/** What is asked for lies in the ticket's organization, in which its reader need not be. */
const asked =
  (name: 'apply_nodes' | 'apply_assets'): NonNullable<Behaviour['computed']>[string] =>
  async (rows, ctx) => {
    const resource = ctx.engine.resource('tickets.applyassetticket');
    const field = resource.fields[name];
    if (!field) return [];
    return (await kindOf(field).load?.(rows, { name, field, resource, ctx: everywhere(ctx) })) ?? [];
  };

/** Requests for access to assets; typed tickets name their applicant by text (reference 06 §C.3). */
export const applyAssetTicketBehaviour = (base: Behaviour): Behaviour => ({
  ...base,
  computed: {
    ...base.computed,
    applicant: (rows) => rows.map((row) => (row.rel_snapshot as { applicant?: string }).applicant ?? ''),
    apply_nodes: asked('apply_nodes'),
    apply_assets: asked('apply_assets'),
  },
  describe: (meta) => {
    const { applicant } = meta as { applicant?: { type: string } };
    if (applicant) applicant.type = 'string';
  },
});
