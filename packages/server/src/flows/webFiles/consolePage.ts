import type { IncomingMessage } from 'node:http';
import { createScriptPolicy } from '../../platform/http/inlineScripts.ts';
import type { FileAnswer, StaticFolder } from '../../platform/http/staticFolder.ts';

/** Pages are asked for anew on every visit, and confirmed while they are unchanged. */
export const always = 'no-cache';

/** What the answer to a visit depends on. */
type Visit = {
  ctx: { actor: { id: string } };
  request: { raw: IncomingMessage };
  reply: { getHeader(name: string): unknown };
};

/**
 * The console's page: for signed-in users the one with the picture of the shell, whose script sends the first
 * requests; for others the bare one, since they are about to leave for the sign-in page.
 */
export const consolePage = (
  files: StaticFolder,
  folder: URL,
): ((visit: Visit) => Promise<FileAnswer | undefined>) => {
  const withScript = createScriptPolicy(new URL('shell.html', folder));
  return async ({ ctx, request, reply }) => {
    const shell = ctx.actor.id ? await files.answer('shell.html', request.raw, always) : undefined;
    // Both have the same address: a browser asks on every visit, and each has a tag of its own.
    if (!shell) return files.answer('index.html', request.raw, always);
    const policy = String(reply.getHeader('content-security-policy'));
    const allowed = await withScript(policy, shell.headers.etag ?? '');
    return { ...shell, headers: { ...shell.headers, 'content-security-policy': allowed } };
  };
};
