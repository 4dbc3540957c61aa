import { MOST_PORT } from '../network/ports.ts';
import { field, type NestedFields } from '../resource/fields.ts';

/** Types of recording storages: `null` keeps nothing, `server` keeps recordings with the server's other files. */
export const replayStorageTypes = [
  'null',
  'server',
  's3',
  'ceph',
  'swift',
  'oss',
  'azure',
  'obs',
  'cos',
  'sftp',
] as const;

/** A type of recording storage. */
export type ReplayStorageType = (typeof replayStorageTypes)[number];

const text = { max: 1024 } as const;
const needed = { ...text, required: true } as const;
const secret = field.secret({ ...text, writeOnly: true });

const bucket = {
  BUCKET: field.text(needed),
  ACCESS_KEY: field.text(text),
  SECRET_KEY: secret,
  ENDPOINT: field.text({ ...needed, format: 'url', help: true }),
} as const satisfies NestedFields;

/** What each type of recording storage is told; names are those of the protocol (reference 05 §3.2). */
export const replayStorageMeta: Readonly<Record<ReplayStorageType, NestedFields>> = {
  null: {},
  server: {},
  s3: bucket,
  ceph: bucket,
  swift: {
    ...bucket,
    REGION: field.text(needed),
    PROTOCOL: field.choice({ choices: ['http', 'https'], default: 'http', plain: true }),
  },
  oss: bucket,
  azure: {
    CONTAINER_NAME: field.text(needed),
    ACCOUNT_NAME: field.text(needed),
    ACCOUNT_KEY: field.secret({ ...needed, writeOnly: true }),
    ENDPOINT_SUFFIX: field.choice({
      choices: ['core.chinacloudapi.cn', 'core.windows.net'],
      default: 'core.chinacloudapi.cn',
      plain: true,
    }),
  },
  obs: bucket,
  cos: bucket,
  sftp: {
    SFTP_HOST: field.text({ ...needed, isHost: true }),
    SFTP_PORT: field.integer({ default: 22, min: 0, max: MOST_PORT }),
    SFTP_USERNAME: field.text(needed),
    STP_SECRET_TYPE: field.choice({ choices: ['password', 'ssh_key'], default: 'password', plain: true }),
    SFTP_PASSWORD: secret,
    STP_PRIVATE_KEY: field.secret({ max: 4096, writeOnly: true }),
    STP_PASSPHRASE: secret,
    SFTP_ROOT_PATH: field.text(needed),
    /** Fingerprint of the host key; the first connection records it. */
    SFTP_HOST_KEY: field.text({ max: 128, help: true }),
  },
};

/** Types that the product offers to create; the others are there from the start. */
export const offeredReplayStorages = replayStorageTypes.filter(
  (type) => type !== 'null' && type !== 'server',
);
