import { precompress } from './precompress.ts';

/** A program of its own, so that the launcher does not keep the memory that this takes. */
const [, , folder] = process.argv;
if (!folder) throw new Error('precompressMain needs a folder');
await precompress(folder);
