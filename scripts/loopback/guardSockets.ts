import { Socket as UdpSocket } from 'node:dgram';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { isLoopback, leavesLoopback, resolvesHere } from './loopbackAddress.ts';

type Target = { path?: string | null; host?: string; port?: string | number; lookup?: LookupFunction };
/** A function of a prototype, with whatever parameters it has. */
type Method = (this: never, ...args: never[]) => unknown;

/** Replaces a function of a prototype or module by one that gets the original. */
export const replace = (owner: object, name: string, make: (original: Method) => Method): void => {
  const functions = owner as Record<string, Method>;
  const original = functions[name];
  if (original) functions[name] = make(original);
};

/** What `connect` is asked for: `(options)`, `(path)`, `(port, host)`, or what `net.connect` makes of these. */
const targetOf = ([first, second]: readonly unknown[]): Target => {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first as number, ...(typeof second === 'string' && { host: second }) };
};

const callbackOf = (args: readonly unknown[]): unknown =>
  args.flat().findLast((argument) => typeof argument === 'function');

/** A lookup that refuses answers outside of loopback. */
const checked =
  (lookup: LookupFunction, port: unknown): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const outside = error ? undefined : addresses.find((address) => !isLoopback(address));
      if (outside === undefined) return done(error, found, family);
      done(leavesLoopback(`${outside}:${port} (${host})`), '', 4);
    });

/** Refuses TCP connections to addresses outside of loopback, so also those of TLS, HTTP and WebSockets. */
export const guardTcp = (): void =>
  replace(
    Socket.prototype,
    'connect',
    (original) =>
      function (this: Socket, ...args: unknown[]) {
        const target = targetOf(args);
        const host = target.host || 'localhost';
        if (target.path) return Reflect.apply(original, this, args);
        if (isIP(host) && !isLoopback(host))
          return this.destroy(leavesLoopback(`${isIP(host) === 6 ? `[${host}]` : host}:${target.port}`));
        if (!target.lookup) return Reflect.apply(original, this, args);
        const lookup = checked(target.lookup, target.port);
        return Reflect.apply(original, this, [{ ...target, lookup }, callbackOf(args)]);
      },
  );

/** Refuses datagrams to hosts outside of loopback. */
export const guardUdp = (): void => {
  for (const name of ['send', 'connect'])
    replace(
      UdpSocket.prototype,
      name,
      (original) =>
        function (this: UdpSocket, ...args: unknown[]) {
          // Everything before the address is data or a number; data is first.
          const host = args.slice(1).find((argument) => typeof argument === 'string') ?? '127.0.0.1';
          if (isIP(host) ? isLoopback(host) : resolvesHere(host)) return Reflect.apply(original, this, args);
          throw leavesLoopback(host);
        },
    );
};
