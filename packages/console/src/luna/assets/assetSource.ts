import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { rowsOf } from '../../engine/list/rowsOf.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import type { Http } from '../../platform/http/http.ts';

/** An asset as in permitted lists. */
export type PermedRow = Pick<
  RowOf<typeof asset>,
  'id' | 'name' | 'address' | 'comment' | 'is_active' | 'org_name' | 'category' | 'type' | 'protocols'
>;

const SELF = { user: 'self' };
const QUIET = { disableFlashErrorMsg: true } as const;
const BUSY = 409;
const TRIES = 20;
const WAIT_MS = 1500;
/** Maximum number of results; the user types more to narrow them down. */
export const SEARCH_LIMIT = 50;

const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** One level of the permitted tree; retried while the server rebuilds the tree. */
export const loadTree = async (
  http: Http,
  key: string,
  options: { rebuild?: boolean; signal?: AbortSignal } = {},
): Promise<TreeNode[]> => {
  const query = { key, rebuild_tree: options.rebuild ? '1' : undefined };
  for (let tries = 1; ; tries += 1) {
    try {
      const { signal } = options;
      return await http.call('GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/', {
        ...QUIET,
        params: SELF,
        query,
        signal,
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== BUSY || tries >= TRIES) throw error;
      await pause(WAIT_MS, options.signal);
    }
  }
};

const loadAssets = async (http: Http, query: Record<string, unknown>, signal?: AbortSignal) =>
  rowsOf(await http.call('GET /api/v1/perms/users/:user/assets/', { ...QUIET, params: SELF, query, signal }));

/** Permitted assets whose name, address or comment contains the words. */
export const searchAssets = async (
  http: Http,
  search: string,
  signal?: AbortSignal,
): Promise<{ rows: PermedRow[]; total: number }> => {
  return loadAssets(http, { search, limit: SEARCH_LIMIT, offset: 0 }, signal);
};

/** Permitted assets in the order of these ids, without those no longer permitted. */
export const assetsById = async (
  http: Http,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<PermedRow[]> => {
  if (ids.length === 0) return [];
  const { rows } = await loadAssets(http, { ids: [...ids], limit: ids.length, offset: 0 }, signal);
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
};

/** Ids of the user's favourite assets. */
export const loadFavorites = async (http: Http): Promise<string[]> =>
  rowsOf(await http.call('GET /api/v1/assets/favorite-assets/', QUIET)).rows.map((row) => row.asset);

/** Adds or removes a favourite asset. */
export const setFavorite = async (http: Http, asset: string, isFavorite: boolean): Promise<void> => {
  if (isFavorite) await http.call('POST /api/v1/assets/favorite-assets/', { body: { asset } });
  else await http.call('DELETE /api/v1/assets/favorite-assets/', { query: { asset } });
};
