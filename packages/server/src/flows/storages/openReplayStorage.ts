import type { ReplayStorageType } from '@gatehouse/contract/storages/replayStorages.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { openedMeta, type StoredMeta } from '../../resources/storageMeta.ts';
import { recordHostKey } from '../../resources/terminal/replaystorage/statements.ts';

/** What a storage is told, with its secrets opened. */
export type OpenedMeta = Readonly<Record<string, unknown>>;

const textOf = (meta: OpenedMeta, name: string): string => {
  const value = meta[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Where the hosts of services name their region. */
const regions: readonly RegExp[] = [
  /(?:^|\.)s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d)\./,
  /(?:^|\.)(oss-[a-z0-9-]+?)(?:-internal)?\.aliyuncs\./,
  /(?:^|\.)cos\.([a-z0-9-]+)\./,
  /(?:^|\.)obs\.([a-z0-9-]+)\./,
];

/** The region that an address names; services without regions take any. */
export const regionOf = (endpoint: string): string => {
  const host = URL.parse(endpoint)?.hostname ?? '';
  for (const pattern of regions) {
    const [, region] = pattern.exec(host) ?? [];
    if (region) return region;
  }
  return 'us-east-1';
};

/** Services that want the bucket in the host name. */
const hostStyle: ReadonlySet<ReplayStorageType> = new Set(['oss', 'cos', 'obs']);

const openBucket = async (type: ReplayStorageType, meta: OpenedMeta): Promise<Blobs> => {
  const { createS3Blobs } = await import('../../platform/blobs/s3Blobs.ts');
  const endpoint = textOf(meta, 'ENDPOINT');
  return createS3Blobs({
    bucket: textOf(meta, 'BUCKET'),
    prefix: '',
    region: textOf(meta, 'REGION') || regionOf(endpoint),
    endpoint,
    hostStyle: hostStyle.has(type),
    credentials: {
      accessKeyId: textOf(meta, 'ACCESS_KEY'),
      secretAccessKey: textOf(meta, 'SECRET_KEY'),
    },
  });
};

type External = Exclude<ReplayStorageType, 'null' | 'server'>;

/** Records the host key of a place that had none yet; returns the recorded one. */
type RecordHostKey = (place: { host: string; port: number }, fingerprint: string) => Promise<string>;

type Opener = (meta: OpenedMeta, recordHostKey: RecordHostKey) => Promise<Blobs>;

const openers: Readonly<Record<External, Opener>> = {
  s3: (meta) => openBucket('s3', meta),
  ceph: (meta) => openBucket('ceph', meta),
  // The S3 API of Swift, as clients of the protocol use it.
  swift: (meta) => openBucket('swift', meta),
  oss: (meta) => openBucket('oss', meta),
  obs: (meta) => openBucket('obs', meta),
  cos: (meta) => openBucket('cos', meta),
  azure: async (meta) => {
    const { createAzureBlobs } = await import('../../platform/blobs/azureBlobs.ts');
    return createAzureBlobs({
      container: textOf(meta, 'CONTAINER_NAME'),
      account: textOf(meta, 'ACCOUNT_NAME'),
      key: textOf(meta, 'ACCOUNT_KEY'),
      endpoint: `https://${textOf(meta, 'ACCOUNT_NAME')}.blob.${textOf(meta, 'ENDPOINT_SUFFIX')}`,
    });
  },
  sftp: async (meta, recordHostKey) => {
    const { createSftpBlobs } = await import('../../platform/blobs/sftpBlobs.ts');
    const isKey = textOf(meta, 'STP_SECRET_TYPE') === 'ssh_key';
    const place = { host: textOf(meta, 'SFTP_HOST'), port: Number(meta.SFTP_PORT) };
    return createSftpBlobs({
      ...place,
      username: textOf(meta, 'SFTP_USERNAME'),
      ...(isKey
        ? { privateKey: textOf(meta, 'STP_PRIVATE_KEY'), passphrase: textOf(meta, 'STP_PASSPHRASE') }
        : { password: textOf(meta, 'SFTP_PASSWORD') }),
      root: textOf(meta, 'SFTP_ROOT_PATH'),
      hostKey: {
        recorded: textOf(meta, 'SFTP_HOST_KEY'),
        record: (fingerprint) => recordHostKey(place, fingerprint),
      },
    });
  },
};

const isExternal = (type: string): type is External => type in openers;

/** A storage as it is stored, and what is needed to open it. */
export type StoredStorage = StoredMeta & { id: string; type: string };
type Deps = { db: Database; vault: Pick<Vault, 'open'> };

/** The store behind a storage of another system; undefined for those of the server. */
export const openReplayStorage = async (
  stored: StoredStorage,
  { db, vault }: Deps,
): Promise<Blobs | undefined> => {
  const { id, type } = stored;
  if (!isExternal(type)) return undefined;
  return openers[type](openedMeta(stored, vault), (place, fingerprint) =>
    recordHostKey({ id, ...place }, fingerprint, db),
  );
};
