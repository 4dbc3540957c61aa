import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import type { PermedAsset } from '../../areas/grantedAssets/GrantedAssets.tsx';
import type { Http } from '../../platform/http/http.ts';
import type { Need } from '../../platform/session/can.ts';
import { MOST } from './groups.ts';

/** Types of the rows that the palette finds on the server. */
export type ObjectRows = {
  connect: PermedAsset;
  asset: RowOf<typeof asset, 'list'>;
  user: RowOf<typeof user, 'list'>;
  session: RowOf<typeof session, 'list'>;
};

/** Kinds of rows that the palette finds on the server. */
export type ObjectKind = keyof ObjectRows;

type Query = { limit: number; offset: 0; search?: string | undefined; ids?: readonly string[] };
type Options = { signal: AbortSignal; disableFlashErrorMsg: true; oid?: string };
type Found<K extends ObjectKind> = {
  url: string;
  read: (http: Http, query: Query, options: Options) => Promise<{ results: ObjectRows[K][] }>;
  need: Need;
  detail?: string;
  scopes: readonly string[];
};

/**
 * For each kind: its URL, how its rows are read, the permission needed, the page of a row, and the scopes
 * that include it.
 */
export const objects: { readonly [K in ObjectKind]: Found<K> } = {
  connect: {
    url: '/api/v1/perms/users/self/assets/',
    read: (http, query, options) =>
      http.pageOf('GET /api/v1/perms/users/:user/assets/', { params: { user: 'self' }, query, ...options }),
    need: ['rbac.view_webterminal', 'perms.view_myassets'],
    scopes: ['all', 'asset'],
  },
  asset: {
    url: '/api/v1/assets/assets/',
    read: (http, params, options) =>
      http.page<typeof asset>('/api/v1/assets/assets/', { params, ...options }),
    need: 'assets.view_asset',
    detail: 'AssetDetail',
    scopes: ['all', 'asset'],
  },
  user: {
    url: '/api/v1/users/users/',
    read: (http, params, options) => http.page<typeof user>('/api/v1/users/users/', { params, ...options }),
    need: 'users.view_user',
    detail: 'UserDetail',
    scopes: ['all', 'user'],
  },
  session: {
    url: '/api/v1/terminal/sessions/',
    read: (http, params, options) =>
      http.page<typeof session>('/api/v1/terminal/sessions/', { params, ...options }),
    need: 'terminal.view_session',
    detail: 'SessionDetail',
    scopes: ['all'],
  },
};

type Ask<K extends ObjectKind> = { http: Http; kind: K; oid: string | undefined; signal: AbortSignal };

const ask = async <K extends ObjectKind>(
  { http, kind, oid, signal }: Ask<K>,
  query: Omit<Query, 'offset'>,
): Promise<ObjectRows[K][]> => {
  const page = await objects[kind].read(
    http,
    { ...query, offset: 0 },
    { signal, disableFlashErrorMsg: true, ...(oid && { oid }) },
  );
  return page.results;
};

/** The first rows that contain the words. */
export const findObjects = <K extends ObjectKind>(by: Ask<K>, search: string): Promise<ObjectRows[K][]> =>
  ask(by, { search: search || undefined, limit: MOST });

/** Rows by id, without those deleted or not permitted. */
export const objectsById = <K extends ObjectKind>(
  by: Ask<K>,
  ids: readonly string[],
): Promise<ObjectRows[K][]> => ask(by, { ids, limit: ids.length });
