import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { configure, ZipWriter } from '@zip.js/zip.js';
import type { Context } from '../../engine/context.ts';
import { type Answer, queryOf } from '../../engine/http.ts';
import type { Renderer } from '../../engine/routes/resourceRoutes.ts';
import { fileHeaders, requestedFormat } from '../../engine/routes/transferRoutes.ts';
import { isUuid } from '../../platform/database.ts';
import { filePasswordOf } from '../../resources/users/user/proofs.ts';

configure({ useWebWorkers: false });

/** Resources whose rows are exported only in an encrypted archive. */
const locked = new Set(['accounts.account', 'accounts.accountsecret', 'accounts.accounttemplatesecret']);

/** Whether rows of a resource are exported only in an encrypted archive. */
export const isLockedExport = (key: string): boolean => locked.has(key);

/** AES-256. */
const encryptionStrength = 3;

async function* bytesOf(content: Readable): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}

const zipped = (name: string, content: Readable, password: string): Readable => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { password, encryptionStrength });
  const write = async () => {
    await zip.add(
      name,
      Readable.toWeb(Readable.from(bytesOf(content))) as globalThis.ReadableStream<Uint8Array>,
    );
    await zip.close();
  };
  write().catch((error: unknown) => {
    content.destroy();
    return writable.abort(error).catch(() => undefined);
  });
  return Readable.fromWeb(readable as ReadableStream);
};

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
      stream: zipped(nameIn(answer), answer.stream as Readable, password),
    };
  };
