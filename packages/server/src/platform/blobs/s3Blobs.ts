import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { outgoing } from '../outgoing/outgoing.ts';
import { type Blobs, checkFolder, checkKey } from './blobs.ts';
import { measured } from './measured.ts';

/** The bucket, how to reach it, and the prefix of our keys in it. */
export type S3Place = {
  bucket: string;
  /** Prefix of every key; empty, or with a trailing slash. */
  prefix: string;
  region: string;
  /** Address of a server other than Amazon's, where buckets are part of the path. */
  endpoint?: string;
  /** Whether buckets are part of the host name instead, as some services require. */
  hostStyle?: boolean;
  /** Without credentials, those the machine offers are used, such as an AWS role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

/**
 * Size of a part of an upload. Two parts of a file are in memory at a time; S3 allows at most 10,000 per
 * file.
 */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const removedAtOnce = 8;

const isMissing = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const clientOf = ({ region, endpoint, hostStyle = false, credentials }: S3Place): S3Client =>
  new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: !hostStyle }),
    ...(credentials && { credentials }),
    // No further checksums: the signature covers each part, and many servers that speak S3 do not know
    // checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, ...outgoing.agents() },
  });

/** The pages of a listing, in order. */
async function* pagesOf(s3: S3Client, query: { Bucket: string; Prefix: string; Delimiter?: string }) {
  for (let token: string | undefined; ; ) {
    const page: ListObjectsV2CommandOutput = await s3.send(
      new ListObjectsV2Command({ ...query, ...(token && { ContinuationToken: token }) }),
    );
    yield page;
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
    if (!token) return;
  }
}

/** Files in a bucket of an S3-compatible store. */
export const createS3Blobs = (place: S3Place): Blobs => {
  const s3 = clientOf(place);
  const { bucket: Bucket, prefix } = place;
  const at = (key: string) => ({ Bucket, Key: `${prefix}${checkKey(key)}` });
  const under = (folder: string) => ({ Bucket, Prefix: `${prefix}${checkFolder(folder)}` });
  const put: Blobs['put'] = async (key, content, expected) => {
    const { stream, found } = measured(key, content, expected);
    const upload = new Upload({
      client: s3,
      params: { ...at(key), Body: Readable.from(stream, { objectMode: false }) },
      partSize: partBytes,
      queueSize: partsAtOnce,
    });
    await upload.done();
    return found;
  };
  const list: Blobs['list'] = async function* (folder) {
    for await (const { Contents = [] } of pagesOf(s3, under(folder)))
      for (const { Key = '', Size = 0 } of Contents) yield { key: Key.slice(prefix.length), size: Size };
  };
  const remove: Blobs['remove'] = async (key) => {
    await s3.send(new DeleteObjectCommand(at(key))).catch(unlessMissing);
  };
  return {
    put,
    list,
    remove,
    get: async (key, range) => {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const found = await s3.send(new GetObjectCommand({ ...at(key), ...part })).catch(unlessMissing);
      return found?.Body as Readable | undefined;
    },
    stat: async (key) => {
      const found = await s3.send(new HeadObjectCommand(at(key))).catch(unlessMissing);
      return found && { size: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) };
    },
    folders: async (folder) => {
      const query = under(folder);
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of pagesOf(s3, { ...query, Delimiter: '/' }))
        names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(query.Prefix.length, -1)));
      return names.sort();
    },
    removeUnder: async (folder) => {
      let waiting: string[] = [];
      const flush = async () => {
        await Promise.all(waiting.map(remove));
        waiting = [];
      };
      for await (const { key } of list(folder)) {
        waiting.push(key);
        if (waiting.length >= removedAtOnce) await flush();
      }
      await flush();
    },
  };
};
