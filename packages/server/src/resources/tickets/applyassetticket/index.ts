import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Context } from '../../../engine/context.ts';
import { kindOf } from '../../../engine/fields/registry.ts';
import { everywhere } from '../../../engine/organizationScope.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';

/** Requested objects are in the ticket's organization, of which the reader need not be a member. */
const requested =
  <Name extends 'apply_nodes' | 'apply_assets'>(name: Name) =>
  async (
    rows: Row<typeof applyassetticket>[],
    ctx: Context,
  ): Promise<RowOf<typeof applyassetticket>[Name][]> => {
    const resource = ctx.engine.resource(applyassetticket);
    const field = applyassetticket.fields[name];
    const loaded = await kindOf(field).load?.(rows, { name, field, resource, ctx: everywhere(ctx) });
    return loaded as RowOf<typeof applyassetticket>[Name][];
  };

/** Access requests. Unlike tickets in general, they send their applicant as a string (reference 06 §C.3). */
export const applyAssetTicketBehaviour = (
  base: Behaviour<typeof ticket>,
): Behaviour<typeof applyassetticket> => ({
  ...base,
  computed: {
    ...base.computed,
    applicant: (rows) => rows.map((row) => row.rel_snapshot.applicant ?? ''),
    apply_nodes: requested('apply_nodes'),
    apply_assets: requested('apply_assets'),
  },
  describe: ({ applicant }) => {
    if (applicant) applicant.type = 'string';
  },
});
