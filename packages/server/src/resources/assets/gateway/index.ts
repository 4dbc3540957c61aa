import { GATEWAY_PLATFORM } from '@gatehouse/contract/assets/platforms.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import type { host } from '@gatehouse/contract/resources/assets/host.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour } from '../../../engine/resource.ts';
import { varyWrite } from '../../../engine/varyWrite.ts';
import { allPlatforms } from '../platform/relations.ts';

/** Gateway assets: hosts that are always on the platform `Gateway`, whatever the client sends. */
export const gatewayBehaviour = (base: Behaviour<typeof host>): Behaviour<typeof gateway> =>
  varyWrite<typeof host, typeof gateway>(base, async ({ ctx }) => {
    const [platform] = await ctx.db.rows<{ id: string }>(
      sql`select id::text as id from ${allPlatforms} p where name = ${GATEWAY_PLATFORM}`,
    );
    if (!platform)
      throw new AppError('error', { name: GATEWAY_PLATFORM }, { messageKey: 'platform_missing' });
    return { platform: platform.id };
  });
