import { integrationApplicationActions } from '@gatehouse/contract/actions/accounts.ts';
import { createApplication, fetchAccountSecret } from '@gatehouse/contract/calls/accounts/integration.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import {
  mayGiveSecrets,
  newSecret,
  secretOf,
} from '../../resources/accounts/integrationapplication/index.ts';
import { setSecret } from '../../resources/accounts/integrationapplication/statements.ts';
import { type FetchDeps, fetchSecret } from './fetchSecret.ts';

/** Routes served here instead of by the engine. */
export const replacedByIntegration: readonly string[] = createApplication.addresses;

/** Registers applications that fetch secrets, and the call by which they do. */
export const addIntegration = (ports: HttpPorts, deps: Omit<FetchDeps, 'db'>): void => {
  const resource = ports.engine.resource(integrationapplication);
  bind(ports, createApplication, async ({ ctx, body }) => {
    const [row] = await create(resource, (await body()) ?? {}, ctx);
    if (!row) throw new ValidationError({ non_field_errors: [{ key: 'empty_list' }] });
    return { ...(await presentOne(resource, row, ctx)), secret: secretOf(row.id, ctx) };
  });
  implement(ports, integrationApplicationActions, {
    renewSecret: async ({ ctx, row }) => {
      mayGiveSecrets(ctx);
      const application = await row({ lock: true });
      const secret = newSecret();
      await setSecret(application.id, ctx.engine.vault.seal(secret), ctx.db);
      const display = application.name;
      await ctx.engine.record([{ action: 'update', resource, row: application, display, diff: {} }], ctx);
      return { id: application.id, secret };
    },
  });
  bind(
    ports,
    fetchAccountSecret,
    ({ ctx, query, request }) => fetchSecret(query, request, ctx, { ...deps, db: ctx.db }),
    { noTransaction: true },
  );
};
