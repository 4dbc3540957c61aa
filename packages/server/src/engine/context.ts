import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { Database } from '../platform/database.ts';
import type { Language } from '../platform/i18n.ts';
import type { Engine } from './engine.ts';

/** Who asks. Anonymous callers have an empty id and no permissions. */
export type Actor = {
  id: string;
  name: string;
  username: string;
  /** Codenames held in the organization of the request, plus system-scope ones. */
  permissions: ReadonlySet<string>;
  /** Codenames nobody holds here, superusers neither: their features need a licence this installation lacks. */
  lacks?: ReadonlySet<string>;
  isSuperuser: boolean;
  isServiceAccount: boolean;
};

/** The organization a request works in. */
export type Organization = {
  id: string;
  name: string;
  isRoot: boolean;
  /** Bounds what somebody sees who does not see everywhere. */
  within?: readonly string[];
  /**
   * Stands in for the one a request names, which lacks nothing but a licence, or is gone or closed to the person: good for a
   * look, never for a change.
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
  /** Browser session behind the request, when there is one. */
  sessionId?: string;
  /** Reads client-encrypted values; returns the input when it is plain (protocol reference §5). */
  decrypt(value: string): string;
  /** Translated text; the key itself when nothing fits. */
  t(key: string, params?: MessageParams): string;
  /** Runs once the transaction has committed; never inside it. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Query of the request; empty outside HTTP. */
  query: URLSearchParams;
  /** Facts looked up once per request, e.g. which related ids exist. */
  memo: Map<string, unknown>;
};

/** `Name(username)`, how logs and sessions name a person. */
export const displayOf = (actor: Pick<Actor, 'name' | 'username'>): string =>
  `${actor.name}(${actor.username})`;

/** Nobody: no id, no permissions. */
export const anonymous: Actor = {
  id: '',
  name: '',
  username: '',
  permissions: new Set(),
  isSuperuser: false,
  isServiceAccount: false,
};
