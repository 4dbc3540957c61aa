import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file answer. */
export type FileAnswer = { status: number; headers: Record<string, string>; body?: Buffer };

/** Files of a folder, compressed once and kept in memory until they change. */
export type StaticFolder = {
  /** Undefined for a missing file; never leaves the folder. */
  answer(path: string, headers: IncomingHttpHeaders, cacheControl: string): Promise<FileAnswer | undefined>;
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.wasm', '.map', '.txt']);

type Kept = { changed: number; size: number; etag: string; encodings: Map<string, Buffer> };

const compress = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

const encodingFor = (path: string, accepted: string | string[] | undefined): 'br' | 'gzip' | undefined => {
  if (!compressible.has(extname(path))) return undefined;
  const offered = String(accepted ?? '');
  if (/\bbr\b/.test(offered)) return 'br';
  return /\bgzip\b/.test(offered) ? 'gzip' : undefined;
};

/** Serves a folder of build results or assets: few files, often requested. */
export const createStaticFolder = (folder: URL): StaticFolder => {
  const root = fileURLToPath(folder);
  const kept = new Map<string, Kept>();

  const load = async (file: string): Promise<Kept | undefined> => {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const known = kept.get(file);
    if (known?.changed === found.mtimeMs && known.size === found.size) return known;
    const bytes = await readFile(file);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const fresh = {
      changed: found.mtimeMs,
      size: found.size,
      etag,
      encodings: new Map([['identity', bytes]]),
    };
    kept.set(file, fresh);
    return fresh;
  };
  const encoded = async (file: Kept, encoding: 'br' | 'gzip'): Promise<Buffer> => {
    const known = file.encodings.get(encoding);
    if (known) return known;
    const made = await compress[encoding](file.encodings.get('identity') as Buffer);
    file.encodings.set(encoding, made);
    return made;
  };

  return {
    answer: async (path, headers, cacheControl) => {
      const file = normalize(join(root, path));
      if (path.includes('\0') || !file.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
      const found = await load(file);
      if (!found) return undefined;
      const encoding = encodingFor(file, headers['accept-encoding']);
      const etag = encoding ? `${found.etag.slice(0, -1)}-${encoding}"` : found.etag;
      const shared = {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': cacheControl,
        vary: 'Accept-Encoding',
        etag,
      };
      if (headers['if-none-match'] === etag) return { status: 304, headers: shared };
      const body = encoding ? await encoded(found, encoding) : (found.encodings.get('identity') as Buffer);
      return { status: 200, headers: encoding ? { ...shared, 'content-encoding': encoding } : shared, body };
    },
  };
};
