import { AppError } from '@gatehouse/contract/errors.ts';
import { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import { create } from '../../engine/operations/write.ts';
import { secretOf } from '../../resources/authentication/accesskey/index.ts';

const url = '/api/v1/authentication/access-keys/';

/** Served here instead of by the engine. */
export const replacedByAccessKeys = [`POST ${url}`];

/** Making a key needs a fresh password; its answer is the only one that shows the secret. */
export const addAccessKeys = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(accesskey);
  addRoute(ports, {
    method: 'POST',
    url,
    need: 'authentication.add_accesskey',
    confirm: 'password',
    handle: async (ctx, request) => {
      try {
        const [row] = await create(resource, request.body ?? {}, ctx);
        if (!row) throw new AppError('unexpect_error');
        const shown = await presentOne(resource, row, ctx);
        return {
          status: 201,
          headers: { 'cache-control': 'no-store' },
          body: { ...shown, secret: secretOf(row.id, ctx) },
        };
      } catch (error) {
        // The reference answers this one refusal with a list of texts.
        if (!(error instanceof AppError) || error.code !== 'too_many_access_keys') throw error;
        return { status: 400, body: [ctx.t('errors.too_many_access_keys', error.params)] };
      }
    },
  });
};
