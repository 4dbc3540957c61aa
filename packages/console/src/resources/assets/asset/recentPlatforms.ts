import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';

type Store = { getJson: <T>(key: string) => T | undefined; setJson: (key: string, value: unknown) => void };

const KEY = 'RecentPlatforms';
const MOST = 8;

type Platform = RowOf<typeof platform>;

/** Platforms last used to create an asset, newest first. */
export const recentPlatforms = <P extends Pick<Platform, 'id'>>(
  storage: Store,
  platforms: readonly P[],
): P[] => {
  const ids = storage.getJson<unknown>(KEY);
  const known = Array.isArray(ids) ? ids : [];
  return known.flatMap((id) => platforms.filter((platform) => String(platform.id) === String(id)));
};

/** Puts a platform first among the last used ones. */
export const rememberPlatform = (storage: Store, id: Platform['id']): void => {
  const ids = storage.getJson<unknown>(KEY);
  const others = (Array.isArray(ids) ? ids : []).filter((entry) => String(entry) !== String(id));
  storage.setJson(KEY, [id, ...others].slice(0, MOST));
};

/** Platforms grouped under the names of categories or types. */
export const groupPlatforms = <By extends 'category' | 'type', P extends Record<By, { label: string }>>(
  platforms: readonly P[],
  by: By,
): { label: string; rows: P[] }[] => {
  const groups = new Map<string, P[]>();
  for (const platform of platforms) {
    const { label } = platform[by];
    groups.set(label, [...(groups.get(label) ?? []), platform]);
  }
  return [...groups].map(([label, rows]) => ({ label, rows }));
};
