import type { Page } from '@gatehouse/contract/wire/page.ts';
import type { Row } from '../../engine/resource/row.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Need } from '../../platform/session/can.ts';
import { MOST } from './groups.ts';

/** Kinds of rows that are found by name. */
export type ObjectKind = 'connect' | 'asset' | 'user' | 'session';

/** Where rows of a kind come from, what it takes to see them, and the page that shows one. */
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

type Ask = { http: Http; kind: ObjectKind; oid: string | undefined; signal: AbortSignal };

const ask = async ({ http, kind, oid, signal }: Ask, params: Record<string, unknown>): Promise<Row[]> => {
  const page = await http.get<Page<Row>>(objects[kind].url, {
    params: { ...params, offset: 0 },
    signal,
    disableFlashErrorMsg: true,
    ...(oid && { oid }),
  });
  return page.results;
};

/** The first rows that hold the words. */
export const findObjects = (by: Ask, search: string): Promise<Row[]> =>
  ask(by, { search: search || undefined, limit: MOST });

/** Rows of the given ids; those that are gone or out of reach are left out. */
export const objectsById = (by: Ask, ids: readonly string[]): Promise<Row[]> =>
  ask(by, { ids, limit: ids.length });
