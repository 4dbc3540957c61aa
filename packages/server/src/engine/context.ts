import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { SQL } from 'drizzle-orm';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/database.ts';
import type { Language, Lookup } from '../platform/i18n.ts';
import type { SecretStore } from '../platform/secretStore/secretStore.ts';
import type { Resource, Row } from './resource.ts';
import type { UndoKeeper } from './undo/UndoKeeper.ts';

/** The caller. Anonymous callers have an empty id and no permissions. */
export type Actor = {
  id: string;
  name: string;
  username: string;
  /** Codenames held in the organization of the request, plus system-scope ones. */
  permissions: ReadonlySet<string>;
  /**
   * Codenames that no user holds here, not even a superuser: their features need a licence this installation
   * lacks.
   */
  lacks?: ReadonlySet<string>;
  isSuperuser: boolean;
  isServiceAccount: boolean;
};

/** The organization a request works in. */
export type Organization = {
  id: string;
  name: string;
  isRoot: boolean;
  /** Limits the rows to those of these organizations, for a caller who may not see all organizations. */
  within?: readonly string[];
  /**
   * Set when this organization replaces another: one that needs a missing licence (`unlicensed`), or one that
   * the request itself names and that is unknown, such as a deleted one, or closed to the caller (`lost`).
   * Reading is allowed; changes over `/api/v1/` are refused, except public ones and those that work anywhere.
   */
  standsIn?: 'unlicensed' | 'lost';
};

/** Everything an operation may use besides its input; made once per request. */
export type Context = {
  engine: Engine;
  db: Database;
  actor: Actor;
  org: Organization;
  language: Language;
  /** IANA time zone in which datetimes are written, and read where they have no offset. */
  zone: string;
  remoteAddr: string;
  /** Web session behind the request, if any. */
  sessionId?: string;
  /** Decrypts client-encrypted values; returns plain input unchanged (protocol reference §5). */
  decrypt(value: string): string;
  /** Translated text; the key itself when there is none. */
  t(key: string, params?: MessageParams): string;
  /** Runs once the transaction has committed; never inside it. */
  afterCommit(effect: () => void | Promise<void>): void;
  /**
   * Runs in a transaction of its own once that of the request has ended, whether its changes were kept or taken back:
   * for the record of a refusal.
   */
  afterEnd(effect: (ctx: Context) => Promise<void>): void;
  /** Query of the request; empty outside HTTP. */
  query: URLSearchParams;
  /** Records changes for an undo, where the request asks for one. */
  undo?: UndoKeeper;
  /** Facts looked up once per request, e.g. which related ids exist. */
  memo: Map<string, unknown>;
};

/** One entry of the operate log; `diff` maps field labels to `[before, after]`. */
export type OperationRecord = {
  action: string;
  resource: Resource;
  row: Row | { id: string; [field: string]: unknown };
  display: string;
  diff: Record<string, [before: string, after: string]>;
  /** What reverting the change needs, if it can be reverted from its entry. */
  reversal?: unknown;
};

/** The user for whom an export reads, and a signal that aborts when the client is gone. */
export type Reader = { who: string; signal: AbortSignal };

/**
 * Reads over a connection reserved for exports, whose statements may take minutes, when the reader's turn
 * comes.
 */
export type ReadInTurn = <T>(reader: Reader, read: (db: Database) => Promise<T>) => Promise<T>;

/** What the engine needs from outside; the composition root fills it in. */
export type EnginePorts = {
  /**
   * `begin` waits a limited time for its turn, while the export can still be refused; `goOn` waits as long as
   * it takes.
   */
  exports: { begin: ReadInTurn; goOn: ReadInTurn; stallMs: number };
  lookup: Lookup;
  vault: Vault;
  /** Where the secrets of accounts lie. */
  secrets: SecretStore;
  /** Writes operate-log rows in the transaction of the context. */
  record(entries: OperationRecord[], ctx: Context): Promise<void>;
  /** Whether a user was disabled, or has expired. */
  isShutOut(userId: string, db: Database): Promise<boolean>;
  /** Whether a user exists in the database. */
  isStored(userId: string, db: Database): Promise<boolean>;
  /** Whether a stored user exists and is not a superuser. */
  isOrdinary(userId: string, db: Database): Promise<boolean>;
  /** Permissions of any user in an organization. */
  permissionsOf(userId: string, orgId: string, db: Database): Promise<ReadonlySet<string>>;
  /** Name of an organization by its id, for `org_name`. */
  organizationName(id: string): string | undefined;
  /** Keeps organizations from being deleted until the transaction ends; refuses a deleted one. */
  holdOrganizations(ids: readonly string[], db: Database): Promise<void>;
  /** Keeps a JSON value for a while, shared by all servers; returns its random key. */
  remember(value: unknown, seconds: number, db: Database): Promise<string>;
  recall(key: string, db: Database): Promise<unknown>;
  /** Keeps what the undo of a change in an organization needs, sealed; returns the token of the undo. */
  keepForUndo(sealed: string, org: string, seconds: number, db: Database): Promise<string>;
  /** Removes and returns it; each change is undone once. */
  takeForUndo(token: string, org: string, db: Database): Promise<string | undefined>;
  /** Nothing that was changed in the organization so far can be undone any more. */
  forgetUndos(org: string, db: Database): Promise<void>;
};

/** All resources and what is needed to serve them. */
export type Engine = EnginePorts & {
  resources: ReadonlyMap<string, Resource>;
  /** Finds a resource by its definition, with typed rows, or by a key known only at run time. */
  resource: {
    <const D extends ResourceDefinition>(definition: D): Resource<D>;
    (key: string): Resource;
  };
  /** Columns of alias `t` that are needed to present the named fields; undefined when any may be. */
  columnsFor: (resource: Resource, names: readonly string[]) => SQL | undefined;
  /** Wire values of the named fields of many rows. */
  present: <D extends ResourceDefinition>(
    resource: Resource<D>,
    rows: Row<D>[],
    names: readonly string[],
    ctx: Context,
  ) => Promise<RowOf<D>[]>;
};

/** A value made once per request and kept under a key. */
export const once = <T>(ctx: Pick<Context, 'memo'>, key: string, make: () => T): T => {
  if (!ctx.memo.has(key)) ctx.memo.set(key, make());
  return ctx.memo.get(key) as T;
};

/** `Name(username)`, how logs and sessions name a user. */
export const displayOf = (actor: Pick<Actor, 'name' | 'username'>): string =>
  `${actor.name}(${actor.username})`;

/** The anonymous actor: no id, no permissions. */
export const anonymous: Actor = {
  id: '',
  name: '',
  username: '',
  permissions: new Set(),
  isSuperuser: false,
  isServiceAccount: false,
};
