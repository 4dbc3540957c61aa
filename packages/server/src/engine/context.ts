import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { Database } from '../platform/database.ts';
import type { Language } from '../platform/i18n.ts';
import type { Engine } from './engine.ts';

/** The caller. Anonymous callers have an empty id and no permissions. */
export type Actor = {
  id: string;
  name: string;
  username: string;
  /** Codenames held in the organization of the request, plus system-scope ones. */
  permissions: ReadonlySet<string>;
  /**
   * Codenames that nobody holds here, not even superusers: their features need a licence this installation
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
  /** The organizations that a caller who may not see all of them is limited to. */
  within?: readonly string[];
  /**
   * A substitute for the requested organization, which lacks only a licence, or is deleted or closed to the
   * caller: usable for reading, never for changes.
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
  /** IANA zone in which datetimes are written. */
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
  /** Query of the request; empty outside HTTP. */
  query: URLSearchParams;
  /** Facts looked up once per request, e.g. which related ids exist. */
  memo: Map<string, unknown>;
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
