import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { configure, ZipWriter } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** AES-256. */
const encryptionStrength = 3;

async function* bytesOf(content: Readable): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** A zip with one file, encrypted by AES with a password while its content arrives. */
export const lockedZip = (name: string, content: Readable, password: string): Readable => {
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
