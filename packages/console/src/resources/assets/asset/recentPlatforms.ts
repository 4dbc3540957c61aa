import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { categories } from '../categories.ts';

type Store = { getJson: <T>(key: string) => T | undefined; setJson: (key: string, value: unknown) => void };

const KEY = 'RecentPlatforms';
const MOST = 8;

type Platform = RowOf<typeof platform>;

/** Platforms last chosen for a new asset, the latest first. */
export const recentPlatforms = <P extends Pick<Platform, 'id'>>(
  storage: Store,
  platforms: readonly P[],
): P[] => {
  const ids = storage.getJson<unknown>(KEY);
  const known = Array.isArray(ids) ? ids : [];
  return known.flatMap((id) => platforms.filter((platform) => String(platform.id) === String(id)));
};

/** Puts a platform first in the list of those last chosen. */
export const rememberPlatform = (storage: Store, id: Platform['id']): void => {
  const ids = storage.getJson<unknown>(KEY);
  const others = (Array.isArray(ids) ? ids : []).filter((entry) => String(entry) !== String(id));
  storage.setJson(KEY, [id, ...others].slice(0, MOST));
};

const CATEGORIES = Object.keys(categories);
const COMMON = [
  'Linux',
  'Windows',
  'Cisco',
  'Huawei',
  'H3C',
  'MySQL',
  'PostgreSQL',
  'Oracle',
  'Redis',
  'Website',
];

const rank = ({ name }: { name: string }): number => {
  const at = COMMON.indexOf(name);
  return at < 0 ? COMMON.length : at;
};

/**
 * Groups platforms by category or type; categories are in the order of the asset list's tabs, and common
 * platforms come first in their group.
 */
export const groupPlatforms = <
  By extends 'category' | 'type',
  P extends Record<By, { value: string; label: string }> & { name: string },
>(
  platforms: readonly P[],
  by: By,
): { label: string; rows: P[] }[] => {
  const groups = new Map<string, { label: string; rows: P[] }>();
  for (const platform of platforms.toSorted((a, b) => rank(a) - rank(b))) {
    const { value, label } = platform[by];
    const rows = groups.get(value)?.rows ?? [];
    groups.set(value, { label, rows: [...rows, platform] });
  }
  return [...groups]
    .sort(([a], [b]) => CATEGORIES.indexOf(a) - CATEGORIES.indexOf(b))
    .map(([, group]) => group);
};
