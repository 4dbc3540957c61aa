import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|js|css|json|svg|wasm|txt)$/;
// The highest quality takes three times as long to save another hundredth.
const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes `name.br` and `name.gz` beside each compressible file below a folder, where that saves space. */
export const precompress = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  const compress = async (path: string) => {
    const bytes = await readFile(path);
    for (const [ending, encode] of Object.entries(encoders)) {
      const encoded = await encode(bytes);
      if (encoded.length < bytes.length) await writeFile(`${path}.${ending}`, encoded);
    }
  };
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
};
