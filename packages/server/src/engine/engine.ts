import { AppError } from '@gatehouse/contract/errors.ts';
import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/database.ts';
import type { Lookup } from '../platform/i18n.ts';
import type { Context } from './context.ts';
import { presentRows } from './present.ts';
import type { Resource, Row } from './resource.ts';

/** One entry of the operate log; `diff` maps field labels to `[before, after]`. */
export type OperationRecord = {
  action: string;
  resource: Resource;
  row: Row | { id: string; [field: string]: unknown };
  display: string;
  diff: Record<string, [before: string, after: string]>;
};

/** The user an export reads for, and whether that client is still connected. */
export type Reader = { who: string; signal: AbortSignal };

/**
 * Reads over a connection reserved for exports, whose statements may take minutes, when the reader's turn
 * comes.
 */
export type ReadInTurn = <T>(reader: Reader, read: (db: Database) => Promise<T>) => Promise<T>;

/** What the engine needs from outside; the composition root fills it in. */
export type EnginePorts = {
  /**
   * While an export can still be refused, it waits a limited time for its turn; once started, as long as it
   * takes.
   */
  exports: { begin: ReadInTurn; goOn: ReadInTurn; stallMs: number };
  lookup: Lookup;
  vault: Vault;
  /** Writes operate-log rows in the caller's transaction. */
  record(entries: OperationRecord[], ctx: Context): Promise<void>;
  /** Permissions of any user in an organization. */
  permissionsOf(userId: string, orgId: string, db: Database): Promise<ReadonlySet<string>>;
  /** Names of organizations by id, for `org_name`. */
  organizationName(id: string): string | undefined;
  /** Keeps a JSON value for a while, shared by all servers; returns its random key. */
  remember(value: unknown, seconds: number, db: Database): Promise<string>;
  recall(key: string, db: Database): Promise<unknown>;
};

/** Serves every resource without knowing any. */
export type Engine = EnginePorts & {
  resources: ReadonlyMap<string, Resource>;
  /** The resource of a definition, with typed rows; by key where the key is data. */
  resource: {
    <const D extends ResourceDefinition>(definition: D): Resource<D>;
    (key: string): Resource;
  };
  /** Wire values of the named fields of many rows. */
  present: typeof presentRows;
};

/** The engine over a set of resources. */
export const createEngine = (resources: Map<string, Resource>, ports: EnginePorts): Engine => ({
  ...ports,
  resources,
  present: presentRows,
  resource: (asked: ResourceDefinition | string) => {
    const key = typeof asked === 'string' ? asked : keyOf(asked);
    const found = resources.get(key);
    if (!found) throw new AppError('unexpect_error', {}, { cause: new Error(`unknown resource ${key}`) });
    return found;
  },
});
