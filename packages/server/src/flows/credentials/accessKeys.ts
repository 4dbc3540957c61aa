import { createAccessKey } from '@gatehouse/contract/calls/signIn/authentication.ts';
import { AppError, ValidationError } from '@gatehouse/contract/errors.ts';
import { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import { secretOf } from '../../resources/authentication/accesskey/index.ts';

/** Routes served here instead of by the engine. */
export const replacedByAccessKeys: readonly string[] = createAccessKey.addresses;

/**
 * Registers the call that creates an access key. It needs a fresh confirmation, and only its answer shows the
 * secret.
 */
export const addAccessKeys = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(accesskey);
  bind(ports, createAccessKey, async ({ ctx, body }) => {
    try {
      const [row] = await create(resource, (await body()) ?? {}, ctx);
      if (!row) throw new ValidationError({ non_field_errors: [{ key: 'empty_list' }] });
      const shown = await presentOne(resource, row, ctx);
      return { ...shown, secret: secretOf(row.id, ctx) };
    } catch (error) {
      // The reference answers this one refusal with a list of strings.
      if (!(error instanceof AppError) || error.code !== 'too_many_access_keys') throw error;
      return whole({ status: 400, body: [ctx.t('errors.too_many_access_keys', error.params)] });
    }
  });
};
