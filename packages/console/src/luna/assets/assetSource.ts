import type { Page, TreeNode } from '@gatehouse/contract/wire/page.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import type { Http } from '../../platform/http/http.ts';

/** An asset as the permitted lists send it. */
export type PermedRow = {
  id: string;
  name: string;
  address: string;
  comment?: string;
  is_active?: boolean;
  org_name?: string;
  category?: { value: string; label: string };
  type?: { value: string; label: string };
};

const BASE = '/api/v1/perms/users/self';
const QUIET = { disableFlashErrorMsg: true } as const;
const BUSY = 409;
const TRIES = 20;
const WAIT_MS = 1500;
/** Hits shown; who needs more types more. */
export const SEARCH_LIMIT = 50;

const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** One level of the permitted tree; while the server rebuilds it, the question is asked again. */
export const loadTree = async (
  http: Http,
  key: string,
  options: { rebuild?: boolean; signal?: AbortSignal } = {},
): Promise<TreeNode[]> => {
  const params = { key, rebuild_tree: options.rebuild ? 1 : undefined };
  for (let tries = 1; ; tries += 1) {
    try {
      const { signal } = options;
      return await http.get<TreeNode[]>(`${BASE}/nodes/children-with-assets/tree/`, {
        ...QUIET,
        params,
        signal,
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== BUSY || tries >= TRIES) throw error;
      await pause(WAIT_MS, options.signal);
    }
  }
};

/** Permitted assets whose name, address or comment holds the words. */
export const searchAssets = async (
  http: Http,
  search: string,
  signal?: AbortSignal,
): Promise<{ rows: PermedRow[]; total: number }> => {
  const params = { search, limit: SEARCH_LIMIT, offset: 0 };
  const page = await http.get<Page<PermedRow>>(`${BASE}/assets/`, { ...QUIET, params, signal });
  return { rows: page.results, total: page.count };
};

/** Permitted assets of the given ids, in that order; those no longer permitted are left out. */
export const assetsById = async (
  http: Http,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<PermedRow[]> => {
  if (ids.length === 0) return [];
  const params = { ids: [...ids], limit: ids.length, offset: 0 };
  const page = await http.get<Page<PermedRow>>(`${BASE}/assets/`, { ...QUIET, params, signal });
  return ids.flatMap((id) => page.results.find((row) => row.id === id) ?? []);
};

const FAVORITES = '/api/v1/assets/favorite-assets/';

/** Ids of the person's favourite assets. */
export const loadFavorites = async (http: Http): Promise<string[]> =>
  (await http.get<{ asset: string }[]>(FAVORITES, QUIET)).map((row) => row.asset);

/** Makes an asset a favourite, or not any more. */
export const setFavorite = async (http: Http, asset: string, isFavorite: boolean): Promise<void> => {
  if (isFavorite) await http.post(FAVORITES, { asset });
  else await http.delete(FAVORITES, { params: { asset } });
};
