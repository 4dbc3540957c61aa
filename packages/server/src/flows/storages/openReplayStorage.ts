import type { ReplayStorageType } from '@gatehouse/contract/storages/replayStorages.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';

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

const openers: Readonly<Record<External, (meta: OpenedMeta) => Promise<Blobs>>> = {
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
  sftp: async (meta) => {
    const { createSftpBlobs } = await import('../../platform/blobs/sftpBlobs.ts');
    const isKey = textOf(meta, 'STP_SECRET_TYPE') === 'ssh_key';
    return createSftpBlobs({
      host: textOf(meta, 'SFTP_HOST'),
      port: Number(meta.SFTP_PORT),
      username: textOf(meta, 'SFTP_USERNAME'),
      ...(isKey
        ? { privateKey: textOf(meta, 'STP_PRIVATE_KEY'), passphrase: textOf(meta, 'STP_PASSPHRASE') }
        : { password: textOf(meta, 'SFTP_PASSWORD') }),
      root: textOf(meta, 'SFTP_ROOT_PATH'),
    });
  },
};

const isExternal = (type: string): type is External => type in openers;

/** The store behind a storage of another system; undefined for those of the server. */
export const openReplayStorage = async (type: string, meta: OpenedMeta): Promise<Blobs | undefined> =>
  isExternal(type) ? openers[type](meta) : undefined;
