import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { type Context, once } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import { storedPlatforms } from '../platform/statements.ts';

/** A platform as stored. */
export type PlatformRow = Row<typeof platform>;

/** Platforms by id, each looked up once per request. */
export const platformsOf = async (ids: unknown[], ctx: Context): Promise<Map<string, PlatformRow>> => {
  const memo = once(ctx, 'platforms', () => new Map<string, PlatformRow>());
  const unique = [...new Set(ids.filter((id) => id !== null && id !== undefined).map(String))];
  const unknown = unique.filter((id) => !memo.has(id));
  if (unknown.length) {
    const rows = await storedPlatforms(unknown, ctx.db);
    for (const row of rows) memo.set(row.id, row);
  }
  return memo;
};

/** One platform by id. */
export const platformOf = async (platformId: unknown, ctx: Context): Promise<PlatformRow | undefined> =>
  (await platformsOf([platformId], ctx)).get(String(platformId));
