import type { BlobsPlace } from '../config.ts';
import type { Blobs } from './blobs.ts';
import { createLocalBlobs } from './localBlobs.ts';

/** The store from the environment. The S3 client is loaded only where used. */
export const createBlobs = async (place: BlobsPlace): Promise<Blobs> => {
  if (place.kind === 'local') return createLocalBlobs(place.root);
  const { createS3Blobs } = await import('./s3Blobs.ts');
  return createS3Blobs(place);
};
