import { isIP } from 'node:net';
import { AppError, type FieldErrors } from '@gatehouse/contract/errors.ts';
import { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { type ReplayStorageType, replayStorageMeta } from '@gatehouse/contract/storages/replayStorages.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import {
  type Behaviour,
  type Row,
  type Values,
  valuesIn,
  type WriteEvent,
} from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';
import { type StoredMeta, storedMeta } from '../../storageMeta.ts';
import { refuseStorageDeletion, secretsToRepeat } from '../../storageRules.ts';
import { afterStorageWrite, describeStorage, writtenType } from '../../storageWrites.ts';
import { renameStorage } from '../terminal/statements.ts';
import { keepOneDefault } from './statements.ts';

type Deps = {
  isLicensed: () => boolean;
  /** Which of these storages hold recordings. */
  holding: (ids: string[], ctx: Context) => Promise<ReadonlySet<string>>;
};

/** Parts that say where a storage is: with another place, its secrets are not kept. */
const places = ['ENDPOINT', 'PROTOCOL', 'ACCOUNT_NAME', 'ENDPOINT_SUFFIX', 'SFTP_HOST', 'SFTP_PORT'];

const hasPath = (endpoint: unknown): boolean => {
  const url = URL.parse(String(endpoint));
  return url !== null && (url.pathname !== '/' || url.search !== '' || url.hash !== '');
};

const mistakesInSftp = ({ SFTP_HOST: host, SFTP_HOST_KEY: key }: Values): FieldErrors => ({
  ...(isIP(String(host)) === 0 && { SFTP_HOST: [{ key: 'ip_address' }] }),
  ...(!/^(SHA256:[A-Za-z0-9+/]{43})?$/.test(String(key ?? '')) && {
    SFTP_HOST_KEY: [{ key: 'fingerprint' }],
  }),
});

/** The meta of a storage whose recorded host key is forgotten when it is the key of another address. */
const withoutFormerKey = (meta: Values, kept: Values | undefined): Values => {
  const isMoved = kept && ['SFTP_HOST', 'SFTP_PORT'].some((name) => kept[name] !== meta[name]);
  return isMoved && kept.SFTP_HOST_KEY === meta.SFTP_HOST_KEY ? { ...meta, SFTP_HOST_KEY: '' } : meta;
};

/** Mistakes that the fields of a type do not see (reference 05 §3.2). */
const mistakesIn = (type: ReplayStorageType, meta: Values): FieldErrors => {
  if (type === 'sftp') return mistakesInSftp(meta);
  if (meta.ENDPOINT === undefined) return {};
  if (URL.parse(String(meta.ENDPOINT)) === null) return { ENDPOINT: [{ key: 'format_url' }] };
  return type !== 'obs' && hasPath(meta.ENDPOINT) ? { ENDPOINT: [{ key: 'endpoint_path' }] } : {};
};

const keptOf = (before: Row<typeof replaystorage> | undefined): StoredMeta | undefined =>
  before && { meta: before.meta, secrets: before.secrets };

const beforeWrite =
  ({ isLicensed }: Deps) =>
  async ({ ctx, before, values, input }: WriteEvent<typeof replaystorage>) => {
    const type = writtenType(replayStorageMeta, { before, values });
    if (type === 'sftp' && !isLicensed()) throw new AppError('licence_required');
    const kept = keptOf(before);
    const stored =
      before && input.meta === undefined
        ? undefined
        : await storedMeta(
            { sent: input.meta, kept, fields: replayStorageMeta[type] },
            { resource: ctx.engine.resource(replaystorage), ctx },
            (meta, secrets) => ({
              ...mistakesIn(type, meta),
              ...(kept &&
                secretsToRepeat(
                  { before: kept.meta, after: meta, places },
                  { before: kept.secrets, after: secrets },
                )),
            }),
          );
    if (type !== 'sftp') return stored;
    return {
      ...stored,
      ...(stored && { meta: withoutFormerKey(stored.meta, valuesIn(kept?.meta)) }),
      is_default: false,
    };
  };

/** Recording storages (reference 05 §3). */
export const replayStorageBehaviour = (deps: Deps): Behaviour<typeof replaystorage> => ({
  filters: { type_not: (value) => sql`not (t.type = any(${texts(value.split(','))}))` },
  beforeWrite: beforeWrite(deps),
  afterWrite: afterStorageWrite({
    definition: replaystorage,
    keepOneDefault,
    rename: (names, db) => renameStorage('replay_storage', names, db),
  }),
  refusals: { destroy: [refuseStorageDeletion('replay_storage', deps.holding)] },
  describe: ({ meta, type }, ctx, query) => {
    describeStorage(meta, { definition: replaystorage, shapes: replayStorageMeta }, { ctx, query });
    if (type?.choices && !deps.isLicensed())
      type.choices = type.choices.filter(({ value }) => value !== 'sftp');
  },
});
