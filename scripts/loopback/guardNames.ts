import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import { replace } from './guardSockets.ts';
import { asksNameServer, resolvesHere } from './loopbackAddress.ts';

type Lookup = (...args: unknown[]) => unknown;

const isLocal = (name: unknown): boolean => typeof name !== 'string' || name === '' || resolvesHere(name);

const callback = (original: Lookup) =>
  function (this: unknown, ...args: unknown[]) {
    const done = args.at(-1);
    if (isLocal(args[0]) || typeof done !== 'function') return original.apply(this, args);
    process.nextTick(done, asksNameServer(String(args[0])));
  };

const promise = (original: Lookup) =>
  function (this: unknown, ...args: unknown[]) {
    return isLocal(args[0]) ? original.apply(this, args) : Promise.reject(asksNameServer(String(args[0])));
  };

const asksByName = /^(lookup|resolve)/;

/** Refuses to look up names that only a name server could resolve. */
export const guardNames = (): void => {
  for (const [owner, guard] of [
    [dns, callback],
    [dns.Resolver.prototype, callback],
    [dns.promises, promise],
    [dns.promises.Resolver.prototype, promise],
  ] as const) {
    const names = [owner, Object.getPrototypeOf(owner)].flatMap((object) =>
      Object.getOwnPropertyNames(object),
    );
    for (const name of new Set(names.filter((each) => asksByName.test(each))))
      replace(owner, name, (original) => guard(original as Lookup));
  }
  // Node knows what a promisified lookup answers only for its own function.
  Object.assign(dns.lookup, { [promisify.custom]: dns.promises.lookup });
  // Modules that imported these functions by name get the guarded ones too.
  syncBuiltinESMExports();
};
