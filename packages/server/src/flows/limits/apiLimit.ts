import type { HttpPorts } from '../../engine/http.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import type { TokenBuckets } from '../../platform/limits/tokenBuckets.ts';
import { remoteAddrOf } from '../identify/identify.ts';

type Identify = HttpPorts['identify'];

/**
 * Identifies within limits: users are counted by id from any address, anonymous requests by address. After
 * too many failures from an address, credentials sent from it are not looked up again until the limit allows
 * it. Components are not counted, as they deliver evidence (docs/decisions/0060); nor are public files, which cost
 * little.
 */
export const limitIdentify = (
  identify: Identify,
  rate: number,
  buckets: Pick<TokenBuckets, 'wait' | 'take'>,
): Identify => {
  const refuse = (seconds: number) => {
    if (seconds > 0) throw throttled('api', rate, seconds);
  };
  return async (request) => {
    if (request.routeOptions.config.isSameForAll) return identify(request);
    const address = `address:${remoteAddrOf(request)}`;
    refuse(buckets.wait(address));
    const facts = await identify(request).catch((error: unknown) => {
      buckets.take(address);
      throw error;
    });
    const { actor } = facts;
    if (!actor.isServiceAccount) refuse(buckets.take(actor.id ? `user:${actor.id}` : address));
    return facts;
  };
};
