import type { BlobsPlace } from '../config.ts';
import type { Blobs } from './blobs.ts';
import { createLocalBlobs } from './localBlobs.ts';

/** The store the environment names. What speaks S3 is loaded only where it is used. */
export const createBlobs = async (place: BlobsPlace): Promise<Blobs> => {
  if (place.kind === 'local') return createLocalBlobs(place.root);
  const { createS3Blobs } = await import('./s3Blobs.ts');
  return createS3Blobs(place);
};
