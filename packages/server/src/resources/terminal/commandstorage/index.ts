import type { FieldErrors } from '@gatehouse/contract/errors.ts';
import { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import { commandStorageMeta } from '@gatehouse/contract/storages/commandStorages.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import {
  type Behaviour,
  isValues,
  type Row,
  textsIn,
  type Values,
  valuesIn,
  type WriteEvent,
} from '../../../engine/resource.ts';
import { type StoredMeta, storedMeta } from '../../storageMeta.ts';
import { isBuiltInStorage, refuseStorageDeletion } from '../../storageRules.ts';
import { afterStorageWrite, describeStorage, writtenType } from '../../storageWrites.ts';
import { renameStorage } from '../terminal/statements.ts';
import { isHostAddress, maskedHost, unmaskedHosts } from './hosts.ts';
import { keepOneDefault } from './statements.ts';

type Deps = {
  /** Tries a storage of another system before it is saved; throws why it cannot be used. */
  prove: (meta: Values) => Promise<void>;
};

/** The addresses of a storage, with their passwords. */
export const hostsOf = ({ meta, secrets }: StoredMeta, ctx: Context): string[] =>
  secrets.HOSTS ? textsIn(JSON.parse(ctx.engine.vault.open(secrets.HOSTS))) : textsIn(meta.HOSTS);

const mistakesIn = (meta: Values): FieldErrors =>
  textsIn(meta.HOSTS).every(isHostAddress) ? {} : { HOSTS: [{ key: 'search_host' }] };

/** Addresses with passwords are sealed; what is shown of them masks the passwords. */
const withMaskedHosts = ({ meta, secrets }: StoredMeta, before: string | undefined, ctx: Context) => {
  const hosts = textsIn(meta.HOSTS);
  const text = JSON.stringify(hosts);
  const isSame = before !== undefined && ctx.engine.vault.open(before) === text;
  const { HOSTS: _old, ...others } = secrets;
  const isSecret = hosts.some((host) => maskedHost(host) !== host);
  return {
    meta: { ...meta, HOSTS: hosts.map(maskedHost), INDEX: String(meta.INDEX).toLowerCase() },
    secrets: {
      ...others,
      ...(isSecret && { HOSTS: isSame && before ? before : ctx.engine.vault.seal(text) }),
    },
  };
};

const keptOf = (before: Row<typeof commandstorage> | undefined, ctx: Context): StoredMeta | undefined => {
  if (!before) return undefined;
  const stored = { meta: valuesIn(before.meta), secrets: before.secrets };
  return { meta: { ...stored.meta, HOSTS: hostsOf(stored, ctx) }, secrets: stored.secrets };
};

const beforeWrite =
  ({ prove }: Deps) =>
  async ({ ctx, before, values, input }: WriteEvent<typeof commandstorage>) => {
    const type = writtenType(commandStorageMeta, { before, values });
    if (isBuiltInStorage(type)) return input.meta === undefined ? undefined : { meta: {} };
    if (before && input.meta === undefined) return undefined;
    const kept = keptOf(before, ctx);
    const sent = isValues(input.meta) ? input.meta : {};
    const hosts = typeof sent.HOSTS === 'string' ? sent.HOSTS.split(',') : sent.HOSTS;
    const known = Array.isArray(hosts) && {
      HOSTS: unmaskedHosts(
        hosts.map((host) => String(host).trim()),
        textsIn(kept?.meta.HOSTS),
      ),
    };
    const stored = await storedMeta(
      { sent: { ...sent, ...known }, kept, fields: commandStorageMeta[type] },
      { resource: ctx.engine.resource(commandstorage), ctx },
      mistakesIn,
    );
    await prove(stored.meta);
    return withMaskedHosts(stored, before?.secrets.HOSTS, ctx);
  };

/** Command storages (reference 05 §3). */
export const commandStorageBehaviour = (deps: Deps): Behaviour<typeof commandstorage> => ({
  filters: { real: (value) => (['1', 'true'].includes(value) ? sql`t.type <> 'null'` : undefined) },
  beforeWrite: beforeWrite(deps),
  afterWrite: afterStorageWrite({
    definition: commandstorage,
    keepOneDefault,
    rename: (names, db) => renameStorage('command_storage', names, db),
  }),
  refusals: { destroy: [refuseStorageDeletion('command_storage')] },
  describe: ({ meta }, ctx, query) =>
    describeStorage(meta, { definition: commandstorage, shapes: commandStorageMeta }, { ctx, query }),
});
