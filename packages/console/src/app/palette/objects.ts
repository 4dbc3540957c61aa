import type { Page } from '@gatehouse/contract/wire/page.ts';
import type { PermedAsset } from '../../areas/grantedAssets/GrantedAssets.tsx';
import type { Http } from '../../platform/http/http.ts';
import type { Need } from '../../platform/session/can.ts';
import type { Asset } from '../../resources/assets/asset/Asset.ts';
import type { Session } from '../../resources/terminal/session/Session.ts';
import type { User } from '../../resources/users/user/User.ts';
import { MOST } from './groups.ts';

/** Rows found by name, by kind. */
export type ObjectRows = { connect: PermedAsset; asset: Asset; user: User; session: Session };

/** Kinds of rows found by name. */
export type ObjectKind = keyof ObjectRows;

/** For each kind: where its rows come from, the permission needed, and the page of a row. */
export const objects: Readonly<
  Record<ObjectKind, { url: string; need: Need; detail?: string; scopes: readonly string[] }>
> = {
  connect: {
    url: '/api/v1/perms/users/self/assets/',
    need: ['rbac.view_webterminal', 'perms.view_myassets'],
    scopes: ['all', 'asset'],
  },
  asset: {
    url: '/api/v1/assets/assets/',
    need: 'assets.view_asset',
    detail: 'AssetDetail',
    scopes: ['all', 'asset'],
  },
  user: {
    url: '/api/v1/users/users/',
    need: 'users.view_user',
    detail: 'UserDetail',
    scopes: ['all', 'user'],
  },
  session: {
    url: '/api/v1/terminal/sessions/',
    need: 'terminal.view_session',
    detail: 'SessionDetail',
    scopes: ['all'],
  },
};

type Ask<K extends ObjectKind> = { http: Http; kind: K; oid: string | undefined; signal: AbortSignal };

const ask = async <K extends ObjectKind>(
  { http, kind, oid, signal }: Ask<K>,
  params: Record<string, unknown>,
): Promise<ObjectRows[K][]> => {
  const page = await http.get<Page<ObjectRows[K]>>(objects[kind].url, {
    params: { ...params, offset: 0 },
    signal,
    disableFlashErrorMsg: true,
    ...(oid && { oid }),
  });
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
