import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import { orgrole } from '@gatehouse/contract/resources/rbac/orgrole.ts';
import { role } from '@gatehouse/contract/resources/rbac/role.ts';
import { systemrole } from '@gatehouse/contract/resources/rbac/systemrole.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { findRow, presentOne } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import type { Row } from '../../engine/resource.ts';
import { addressesOf, serveVerb } from '../../engine/routes/serveVerb.ts';
import { setCodenames } from '../../resources/rbac/role/statements.ts';
import { codenamesOf, heldFor } from '../../resources/rolePermissions.ts';

const roles = [role, systemrole, orgrole];

/** Served here instead of by the engine: creating may copy another role. */
export const replacedByClone = addressesOf(roles.map(collectionOf), 'create');

/** The source's permissions that the caller may grant. */
const copied = async (source: Row<typeof role>, ctx: Context): Promise<string[]> => {
  const held = await heldFor(source.scope, ctx);
  return codenamesOf(source).filter((name) => ctx.actor.isSuperuser || held.has(name));
};

/** Registers the creation of roles; `?clone_from=` copies the permissions of another one. */
export const addCloneRole = (ports: HttpPorts): void => {
  for (const definition of roles) {
    const resource = ports.engine.resource(definition);
    serveVerb(ports, resource, 'create', async (ctx, request) => {
      const from = queryOf(request).get('clone_from');
      const source = from ? await findRow(ctx.engine.resource(role), from, ctx) : undefined;
      const rows = await create(resource, request.body, ctx);
      const shown = [];
      for (const row of rows) {
        if (source && source.scope === row.scope)
          await setCodenames(row.id, await copied(source, ctx), ctx.db);
        shown.push(await presentOne(resource, row, ctx));
      }
      return { body: Array.isArray(request.body) ? shown : shown[0] };
    });
  }
};
