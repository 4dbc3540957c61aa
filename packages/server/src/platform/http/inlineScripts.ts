import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Hashes of the scripts in a page, as a content security policy names them. */
const hashesOf = (page: string): string[] =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * Adds the scripts in a page to a policy that allows none; the page is a file of the build, so nothing a request
 * brings can be among them. The file is read again when its version changes.
 */
export const createScriptPolicy = (page: URL): ((policy: string, version: string) => Promise<string>) => {
  let known: { version: string; hashes: string[] } | undefined;
  return async (policy, version) => {
    if (known?.version !== version) known = { version, hashes: hashesOf(await readFile(page, 'utf8')) };
    return policy.replace("script-src 'self'", ["script-src 'self'", ...known.hashes].join(' '));
  };
};
