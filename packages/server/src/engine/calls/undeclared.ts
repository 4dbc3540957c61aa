import type { Call } from '@gatehouse/contract/call/defineCall.ts';
import type { ServedRoute } from '../http.ts';

/** Addresses of declared calls that nothing serves. */
export const unbound = (served: readonly ServedRoute[], calls: readonly Call[]): string[] => {
  const bound = new Set(served.flatMap(({ method, url, call }) => (call ? [`${method} ${url}`] : [])));
  return calls.flatMap(({ addresses }) => addresses.filter((address) => !bound.has(address)));
};

/**
 * Routes that are neither a verb or an action of a resource nor a declared call, except OPTIONS, which only
 * describes its address.
 */
export const undeclared = (served: readonly ServedRoute[], calls: readonly Call[]): string[] => {
  const known = new Set(calls);
  return served
    .filter(
      ({ method, call, action, isVerb }) =>
        method !== 'OPTIONS' && !isVerb && !action && !(call && known.has(call)),
    )
    .map(({ method, url }) => `${method} ${url}`);
};
