import { type FieldErrors, fieldError } from '@gatehouse/contract/errors.ts';
import { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import { type CommandStorageType, commandStorageMeta } from '@gatehouse/contract/storages/commandStorages.ts';
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
import { describeMeta, type StoredMeta, storedMeta } from '../../storageMeta.ts';
import { isBuiltInStorage, recordNewSecrets, refuseStorageDeletion } from '../../storageRules.ts';
import { renameStorage } from '../terminal/statements.ts';
import { isHostAddress, maskedHost, unmaskedHosts } from './hosts.ts';
import { keepOneDefault } from './statements.ts';

type Deps = {
  /** Tries a storage of another system before it is saved; throws why it cannot be used. */
  prove: (meta: Values) => Promise<void>;
};

const typeIn = (type: unknown): CommandStorageType | undefined =>
  Object.keys(commandStorageMeta).find((known): known is CommandStorageType => known === type);

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
    const type = typeIn(before?.type ?? values.type);
    if (!type || (!before && isBuiltInStorage(type)))
      throw fieldError('type', 'invalid_choice', { value: String(type) });
    if (before && isBuiltInStorage(type) && values.name !== undefined && values.name !== before.name)
      throw fieldError('name', 'storage_built_in');
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
  afterWrite: async (rows, ctx) => {
    for (const { row, before } of rows) {
      if (row.is_default) await keepOneDefault(row.id, ctx.db);
      if (!before) continue;
      if (before.name !== row.name)
        await renameStorage('command_storage', { from: before.name, to: row.name }, ctx.db);
      const change = { row, before: before.secrets, after: row.secrets };
      await recordNewSecrets(ctx.engine.resource(commandstorage), change, ctx);
    }
  },
  refusals: { destroy: [refuseStorageDeletion('command_storage')] },
  describe: ({ meta }, ctx, query) => {
    const type = typeIn(query.get('type'));
    const where = { resource: ctx.engine.resource(commandstorage), ctx };
    describeMeta(meta, type && commandStorageMeta[type], where);
  },
});
