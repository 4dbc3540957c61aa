import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isRefusedAddress } from './refusedAddress.ts';

/** Names of metadata services; most resolve to refused addresses, but only inside of their cloud. */
const refusedNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
  'api.metadata.cloud.ibm.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** A request goes to a host that nothing is sent to (docs/decisions/0223). */
export class RefusedHost extends Error {
  override name = 'RefusedHost';
  readonly code = 'REFUSED_HOST';
  constructor(host: string) {
    super(
      `Nothing is sent to ${host}: it is a link-local or reserved address, one of a cloud's metadata, or in a private network that this installation does not allow.`,
    );
  }
}

/** How names are resolved: `dns.lookup`, or a test's own. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * A host as connections are opened to it: without brackets, and numbers in any notation (`0xa9fea9fe`,
 * `2852039166`, `0251.0376.0251.0376`) as an address.
 */
const plainHost = (host: string): string => {
  const bare = host.replace(/^\[|\]$/g, '');
  const url = isIP(bare) ? undefined : URL.parse(`http://${bare}/`);
  return (url?.hostname || bare).replace(/\.+$/, '');
};

/** Which addresses nothing is sent to: by default those of `isRefusedAddress`. */
export type AddressCheck = (address: string) => boolean;

/** Whether a host is known to be refused before its name is resolved. */
export const isRefusedHost = (host: string, isRefused: AddressCheck = isRefusedAddress): boolean => {
  const plain = plainHost(host);
  return isIP(plain) ? isRefused(plain) : refusedNames.has(plain.toLowerCase());
};

/**
 * A lookup that answers with allowed addresses only. The connection goes to an address that it answered, so a
 * name cannot resolve differently between check and connection.
 */
export const checkedLookup =
  (resolve: Resolve = lookup, isRefused: AddressCheck = isRefusedAddress): LookupFunction =>
  (host, options, done) => {
    const fail = (error: NodeJS.ErrnoException) => done(error, options.all ? [] : '', 4);
    if (isRefusedHost(host, isRefused)) return void process.nextTick(fail, new RefusedHost(host));
    resolve(host, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => !isRefused(address));
      const [first] = allowed;
      if (error || !first) return fail(error ?? new RefusedHost(host));
      return options.all ? done(null, allowed) : done(null, first.address, first.family);
    });
  };

/** The addresses of a host that may be connected to. */
export const allowedAddresses = (
  host: string,
  resolve?: Resolve,
  isRefused: AddressCheck = isRefusedAddress,
): Promise<LookupAddress[]> => {
  const plain = plainHost(host);
  const version = isIP(plain);
  if (version && !isRefused(plain)) return Promise.resolve([{ address: plain, family: version }]);
  return new Promise((found, failed) =>
    checkedLookup(resolve, isRefused)(plain, { all: true }, (error, addresses) =>
      error ? failed(error) : found(addresses as LookupAddress[]),
    ),
  );
};
