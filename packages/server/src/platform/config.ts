import { join, resolve } from 'node:path';
import { isIpEntry } from '@gatehouse/contract/network/ipEntry.ts';
import { z } from 'zod';
import { recipientIn } from './age/keys.ts';
import type { S3Place } from './blobs/s3Blobs.ts';
import { shortestSecret } from './masterKey/keyFile.ts';
import type { KeySource } from './masterKey/keyRing.ts';
import type { PrivateNetworks } from './outgoing/refusedAddress.ts';
import type { PlaceSource } from './places/placeDatabase.ts';
import { Refusal } from './refusal.ts';

const flag = (fallback: boolean) =>
  z
    .string()
    .optional()
    .transform((value) =>
      value === undefined || value === ''
        ? fallback
        : ['1', 'true', 'yes', 'on'].includes(value.toLowerCase()),
    );

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/**
 * A request limit: per minute, for the API per second, or the API's burst. 0 means unlimited, or, for the
 * burst, a single request.
 */
const limit = (fallback: number) => z.coerce.number().int().min(0).max(1_000_000).default(fallback);

/**
 * Which proxies' `X-Forwarded-*` headers are trusted: none, those of a number of proxies in a row, or those
 * of proxies at certain addresses.
 */
const proxies = z
  .string()
  .default('0')
  .transform((text, context): false | number | string[] => {
    const word = text.trim().toLowerCase();
    if (['0', 'false', 'no', 'off'].includes(word)) return false;
    if (['true', 'yes', 'on'].includes(word)) return 1;
    if (/^\d$/.test(word)) return Number(word);
    const addresses = word.split(',').map((entry) => entry.trim());
    if (!addresses.every((entry) => !/[*-]/.test(entry) && isIpEntry(entry)))
      context.addIssue({ code: 'custom', message: 'must be a number of proxies, or their addresses' });
    return addresses;
  });

/** Private networks that requests may go to: `allow` for all, `refuse` for none, or addresses and networks. */
const privateNetworks = z
  .string()
  .default('allow')
  .transform((text, context): PrivateNetworks => {
    const word = text.trim().toLowerCase();
    if (word === 'allow') return 'all';
    if (word === 'refuse') return [];
    const entries = text.split(',').map((entry) => entry.trim());
    if (!entries.every((entry) => !/[*-]/.test(entry) && isIpEntry(entry)))
      context.addIssue({ code: 'custom', message: 'must be allow, refuse, or addresses and networks' });
    return entries;
  });

const home = z
  .string()
  .default('./var')
  .transform((path) => resolve(path));

/** Where recordings, media and transferred files are stored, for the server and for backups. */
const blobVariables = {
  GATEHOUSE_HOME: home,
  GATEHOUSE_BLOBS: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(\/[\w.-]+)*\/?$/, 'must be s3://bucket or s3://bucket/folder')
    .optional(),
  GATEHOUSE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  GATEHOUSE_S3_REGION: z.string().default('us-east-1'),
  GATEHOUSE_S3_ACCESS_KEY: z.string().optional(),
  GATEHOUSE_S3_SECRET_KEY: z.string().optional(),
};

/** Where the master key comes from. */
const keyVariables = {
  GATEHOUSE_SECRET_KEY: z
    .string()
    .min(shortestSecret, `GATEHOUSE_SECRET_KEY needs at least ${shortestSecret} characters`)
    .optional(),
  /** A file with the master key, which is read again when it changes. */
  GATEHOUSE_SECRET_KEY_FILE: z.string().optional(),
  GATEHOUSE_SECRET_KEY_PREVIOUS: z.string().default(''),
};
const keySchema = z.object(keyVariables);
type KeyVariables = z.infer<typeof keySchema>;

const hasOneKey = (config: KeyVariables): boolean =>
  !config.GATEHOUSE_SECRET_KEY !== !config.GATEHOUSE_SECRET_KEY_FILE;
const oneKey = { message: 'exactly one of GATEHOUSE_SECRET_KEY and GATEHOUSE_SECRET_KEY_FILE is needed' };

const schema = z
  .object({
    ...blobVariables,
    GATEHOUSE_DATABASE_URL: z
      .string()
      .min(1, 'GATEHOUSE_DATABASE_URL is not set; start the product with `npm start`'),
    GATEHOUSE_LISTEN: z
      .string()
      .regex(/^.+:\d{1,5}$/, 'GATEHOUSE_LISTEN must be host:port')
      .default('127.0.0.1:8080'),
    GATEHOUSE_TLS_CERT: z.string().optional(),
    GATEHOUSE_TLS_KEY: z.string().optional(),
    /** Address at which our components reach the server without TLS when it listens with TLS. */
    GATEHOUSE_INTERNAL_LISTEN: z
      .string()
      .regex(/^.+:\d{1,5}$/, 'GATEHOUSE_INTERNAL_LISTEN must be host:port')
      .optional(),
    ...keyVariables,
    GATEHOUSE_BOOTSTRAP_TOKEN: z.string().min(16, 'GATEHOUSE_BOOTSTRAP_TOKEN needs at least 16 characters'),
    /** Password with which a monitoring system reads the metrics of each component. */
    GATEHOUSE_METRICS_TOKEN: z
      .string()
      .min(16, 'GATEHOUSE_METRICS_TOKEN needs at least 16 characters')
      .optional(),
    GATEHOUSE_GATEWAY_URL: z.url().optional(),
    GATEHOUSE_GATEWAY_LISTEN: z.string().optional(),
    GATEHOUSE_SITE_URL: z.url().optional(),
    /** Public key of age to which scheduled backups are encrypted. */
    GATEHOUSE_BACKUP_RECIPIENT: z
      .string()
      .refine((text) => recipientIn(text) !== undefined, 'must be a recipient of age, such as age1…')
      .optional(),
    /** The database in which backups are restored as a check; default: `_check` behind the name of the server's. */
    GATEHOUSE_BACKUP_CHECK_DATABASE_URL: z.string().min(1).optional(),
    /** Program that delivers codes as text messages. */
    GATEHOUSE_SMS_PROGRAM: z.string().regex(/^\//, 'must be an absolute path').optional(),
    /** Database of places, in the MaxMind format; default: `places.mmdb` in the data folder, if it exists. */
    GATEHOUSE_PLACES: z.string().regex(/^\//, 'must be an absolute path').optional(),
    GATEHOUSE_COOKIE_PREFIX: z
      .string()
      .regex(/^[\w-]*$/)
      .default('jms_'),
    GATEHOUSE_LANGUAGE: z.enum(['zh-hans', 'zh-hant', 'en', 'ja']).default('en'),
    GATEHOUSE_TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Asia/Tokyo')
      .default('UTC'),
    GATEHOUSE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    /** Time limit in seconds for a request's SQL statement; 0 means none. */
    GATEHOUSE_STATEMENT_TIMEOUT: z.coerce.number().int().min(0).max(86_400).default(30),
    GATEHOUSE_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    GATEHOUSE_TRUST_PROXY: proxies,
    GATEHOUSE_OUTGOING_PRIVATE: privateNetworks,
    GATEHOUSE_LIMIT_SIGN_IN: limit(60),
    GATEHOUSE_LIMIT_ACCOUNT: limit(30),
    GATEHOUSE_LIMIT_REGISTRATION: limit(30),
    GATEHOUSE_LIMIT_SOCKETS: limit(1200),
    GATEHOUSE_LIMIT_CHAT: limit(20),
    GATEHOUSE_LIMIT_API: limit(200),
    GATEHOUSE_LIMIT_API_BURST: limit(4000),
    GATEHOUSE_SECURE_COOKIES: flag(false),
    GATEHOUSE_DEMO: flag(false),
    /** Whether every answer reports its number of queries. */
    GATEHOUSE_SQL_COUNT: flag(false),
    /** Whether web sessions keep the sign-in password, sealed, for accounts that use it. */
    GATEHOUSE_CACHE_LOGIN_PASSWORD: flag(false),
    /** Whether users without MFA may view secrets after entering their password. */
    GATEHOUSE_VIEW_SECRETS_BY_PASSWORD: flag(false),
    /** Whether new secrets of accounts go to the vault of the settings instead of the database. */
    GATEHOUSE_VAULT_ENABLED: flag(false),
    /** Whether superusers neither audit the organizations they manage nor have logs deleted early. */
    GATEHOUSE_LIMIT_SUPER_PRIV: flag(false),
    GATEHOUSE_TICKET_APPLY_ASSET_SCOPE: z.enum(['all', 'permed', 'permed_valid']).default('all'),
    GATEHOUSE_XPACK: flag(true),
    /** Public key of trusted licences: inline, or the path of a file. */
    GATEHOUSE_LICENCE_KEY: z.string().optional(),
  })
  .refine(hasOneKey, oneKey)
  .refine((config) => !config.GATEHOUSE_TLS_CERT === !config.GATEHOUSE_TLS_KEY, {
    message: 'GATEHOUSE_TLS_CERT and GATEHOUSE_TLS_KEY belong together',
  })
  .refine((config) => !config.GATEHOUSE_S3_ACCESS_KEY === !config.GATEHOUSE_S3_SECRET_KEY, {
    message: 'GATEHOUSE_S3_ACCESS_KEY and GATEHOUSE_S3_SECRET_KEY belong together',
  });

/** Everything the environment configures, read once at boot; see docs/configuration.md. */
export type Config = Readonly<z.infer<typeof schema>>;

const parse = <S extends z.ZodType>(of: S, environment: NodeJS.ProcessEnv): Readonly<z.infer<S>> => {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = of.safeParse(nonEmpty);
  if (!parsed.success)
    throw new Refusal(
      parsed.error.issues
        .map((issue) => (issue.path.length ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
        .join('; '),
    );
  return Object.freeze(parsed.data);
};

/**
 * Parses the environment; refuses with a line that names every invalid variable. Empty variables count as
 * absent.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => parse(schema, environment);

/** Where the master key comes from. */
export const keySourceOf = (config: KeyVariables): KeySource => ({
  secret: config.GATEHOUSE_SECRET_KEY,
  previous: config.GATEHOUSE_SECRET_KEY_PREVIOUS,
  file: config.GATEHOUSE_SECRET_KEY_FILE,
});

/** Parses only where the master key comes from, for programs that cannot count on the others being set. */
export const readKeyConfig = (environment: NodeJS.ProcessEnv): KeySource =>
  keySourceOf(parse(keySchema.refine(hasOneKey, oneKey), environment));

const blobSchema = z.object(blobVariables);

/** Parses only the variables of the file store, for programs that cannot count on the others being set. */
export const readBlobConfig = (environment: NodeJS.ProcessEnv) => parse(blobSchema, environment);

/** Where files are stored: in a folder, or in a bucket. */
export type BlobsPlace = { kind: 'local'; root: string } | ({ kind: 's3' } & S3Place);

/** The file store from the environment. */
export const blobsPlaceOf = (config: z.infer<typeof blobSchema>): BlobsPlace => {
  const {
    GATEHOUSE_BLOBS: url,
    GATEHOUSE_S3_ENDPOINT: endpoint,
    GATEHOUSE_S3_ACCESS_KEY: accessKeyId,
  } = config;
  if (!url) return { kind: 'local', root: config.GATEHOUSE_HOME };
  const [bucket = '', ...folders] = url.slice('s3://'.length).replace(/\/$/, '').split('/');
  const secretAccessKey = config.GATEHOUSE_S3_SECRET_KEY;
  return {
    kind: 's3',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: config.GATEHOUSE_S3_REGION,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  };
};

/** Host and port of `host:port`; IPv6 hosts are in brackets. */
export const addressOf = (text: string): { host: string; port: number } => {
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
};

/** The database of places from the environment, or the one in the data folder, if there is one. */
export const placesOf = (config: Config): PlaceSource => ({
  file: config.GATEHOUSE_PLACES ?? join(config.GATEHOUSE_HOME, 'places.mmdb'),
  isNeeded: config.GATEHOUSE_PLACES !== undefined,
  language: config.GATEHOUSE_LANGUAGE,
});
