import type { Context } from '../../engine/context.ts';
import { kindOf } from '../../engine/fields/registry.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import type { Row } from '../../engine/resource.ts';

/** Loads a field's related rows in the ticket's organization, of which the reader need not be a member. */
export const fromElsewhere =
  (key: string, name: string) =>
  async <Wire>(rows: Row[], ctx: Context): Promise<Wire[]> => {
    const resource = ctx.engine.resource(key);
    const field = resource.fields[name];
    const loaded =
      field && (await kindOf(field).load?.(rows, { name, field, resource, ctx: everywhere(ctx) }));
    return loaded as Wire[];
  };
