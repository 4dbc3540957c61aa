import type { HttpPorts } from '../../engine/http.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import type { TokenBuckets } from '../../platform/limits/tokenBuckets.ts';
import { remoteAddrOf } from '../identify/identify.ts';

type Identify = HttpPorts['identify'];

/** The limit on API requests per second: for each user, and for each address without a sign-in. */
export type ApiLimit = { rate: number; buckets: Pick<TokenBuckets, 'wait' | 'take'> };

const keys = {
  user: (id: string) => `user:${id}`,
  address: (address: string) => `address:${address}`,
};

/** How long the next request of a user at an address has to wait, in seconds. */
export const apiWaitOf = ({ buckets }: ApiLimit, user: string, address: string): number =>
  Math.max(buckets.wait(keys.user(user)), address ? buckets.wait(keys.address(address)) : 0);

/**
 * Identifies within limits: users are counted by id from any address, anonymous requests by address. After
 * too many failures from an address, credentials sent from it are not looked up again until the limit allows
 * it. Components are not counted, as they deliver evidence (docs/decisions/0060); nor are public files, which cost
 * little.
 */
export const limitIdentify = (identify: Identify, { rate, buckets }: ApiLimit): Identify => {
  const refuse = (seconds: number) => {
    if (seconds > 0) throw throttled('api', rate, seconds);
  };
  return async (request) => {
    if (request.routeOptions.config.isSameForAll) return identify(request);
    const address = keys.address(remoteAddrOf(request));
    refuse(buckets.wait(address));
    const facts = await identify(request).catch((error: unknown) => {
      buckets.take(address);
      throw error;
    });
    const { actor } = facts;
    if (!actor.isServiceAccount) refuse(buckets.take(actor.id ? keys.user(actor.id) : address));
    return facts;
  };
};
