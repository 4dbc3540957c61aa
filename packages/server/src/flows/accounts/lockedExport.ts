import type { Readable } from 'node:stream';
import type { Context } from '../../engine/context.ts';
import { type Answer, queryOf } from '../../engine/http.ts';
import type { Renderer } from '../../engine/routes/resourceRoutes.ts';
import { fileHeaders, requestedFormat } from '../../engine/routes/transferRoutes.ts';
import { lockedZip } from '../../engine/transfer/lockedZip.ts';
import { isUuid } from '../../platform/database.ts';
import { filePasswordOf } from '../../resources/users/user/proofs.ts';

/** Resources whose rows are exported only in an encrypted archive. */
const locked = new Set(['accounts.account', 'accounts.accountsecret', 'accounts.accounttemplatesecret']);

/** Whether rows of a resource are exported only in an encrypted archive. */
export const isLockedExport = (key: string): boolean => locked.has(key);

const passwordOf = async (ctx: Context): Promise<string> => {
  const sealed = isUuid(ctx.actor.id) ? await filePasswordOf(ctx.actor.id, ctx.db) : undefined;
  return sealed ? ctx.engine.vault.open(sealed) : '';
};

const nameIn = (answer: Answer): string =>
  /filename="([^"]+)"/.exec(answer.headers?.['content-disposition'] ?? '')?.[1] ?? 'accounts.csv';

/**
 * Puts exports of accounts and of stored secrets into a zip encrypted with the user's file encryption
 * password; without such a password, answers with a text that explains how to set one.
 */
export const lockedExports =
  (render: Renderer): Renderer =>
  async (resource, request, ctx) => {
    const isLocked = locked.has(resource.key) && !queryOf(request).get('template');
    if (!isLocked || !requestedFormat(request)) return render(resource, request, ctx);
    const password = await passwordOf(ctx);
    if (!password)
      return {
        headers: fileHeaders(resource, 'text/plain; charset=utf-8', 'txt'),
        body: ctx.t('access.export.no_password'),
      };
    const answer = await render(resource, request, ctx);
    if (!answer?.stream) return answer;
    return {
      ...answer,
      headers: fileHeaders(resource, 'application/zip', 'zip'),
      stream: lockedZip(nameIn(answer), answer.stream as Readable, password),
    };
  };
