import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import send from '@fastify/send';

/** A file as it is sent. */
export type FileAnswer = { status: number; headers: Record<string, string>; stream: Readable };

/**
 * Files of a folder. A client that accepts Brotli or gzip gets the `.br` or `.gz` file beside the requested
 * one, if there is one.
 */
export type StaticFolder = {
  /** Undefined when there is no such file. Never reads outside the folder. */
  answer(path: string, request: IncomingMessage, cacheControl: string): Promise<FileAnswer | undefined>;
};

// The name that browsers and the HTML standard use for JavaScript; the library's table keeps an older one.
send.mime.define({ 'text/javascript': ['js', 'mjs'] }, true);

const endings = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof endings;

const typeOf = (path: string): string => {
  const type = send.mime.getType(path) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
};

const encodingsOf = ({ headers }: IncomingMessage): Encoding[] => {
  const accepted = headers['accept-encoding'] ?? '';
  return (['br', 'gzip'] as const).filter((encoding) => new RegExp(`\\b${encoding}\\b`).test(accepted));
};

/** Serves a folder of build results or other static files. */
export const createStaticFolder = (folder: URL): StaticFolder => {
  const options = {
    root: fileURLToPath(folder),
    acceptRanges: false,
    cacheControl: false,
    dotfiles: 'ignore' as const,
    index: false as const,
    lastModified: false,
  };

  const find = async (path: string, request: IncomingMessage) => {
    const found = await send(request, encodeURI(path), options);
    return found.type === 'file' ? found : undefined;
  };

  return {
    answer: async (path, request, cacheControl) => {
      for (const encoding of [...encodingsOf(request), undefined]) {
        const found = await find(encoding ? path + endings[encoding] : path, request);
        if (!found) continue;
        const { statusCode: status, stream } = found;
        const { ETag: etag = '', 'Content-Length': length } = found.headers;
        const headers = {
          'content-type': typeOf(path),
          'cache-control': cacheControl,
          vary: 'Accept-Encoding',
          etag,
          ...(encoding && { 'content-encoding': encoding }),
          // The library's types claim a string, but it returns a number.
          ...(length !== undefined && { 'content-length': String(length) }),
        };
        return { status, headers, stream };
      }
      return undefined;
    },
  };
};
