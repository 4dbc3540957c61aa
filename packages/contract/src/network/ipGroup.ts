import { bytesOf } from './ipEntry.ts';

/** An address: its number, and whether it is one of four bytes. */
export type Ip = { bits: 32 | 128; value: bigint };

type Range = Ip & { last: bigint };

/** The address a text is; undefined for anything else, such as a name. IPv4 within IPv6 is IPv4. */
export const ipOf = (text: string): Ip | undefined => {
  const bytes = bytesOf(text);
  if (!bytes) return undefined;
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return { bits: bytes.length === 4 ? 32 : 128, value };
};

/** An address as text. */
export const ipText = ({ bits, value }: Ip): string => {
  const parts = bits === 32 ? 4 : 8;
  const size = BigInt(bits / parts);
  const numbers = Array.from({ length: parts }, (_, at) =>
    Number((value >> (size * BigInt(parts - 1 - at))) & ((1n << size) - 1n)),
  );
  return bits === 32 ? numbers.join('.') : numbers.map((number) => number.toString(16)).join(':');
};

const blockOf = (text: string): Range | undefined => {
  const [address = '', length = ''] = text.split('/');
  const ip = ipOf(address);
  if (!ip || !/^\d{1,3}$/.test(length) || Number(length) > ip.bits) return undefined;
  const host = (1n << BigInt(ip.bits - Number(length))) - 1n;
  return { bits: ip.bits, value: ip.value & ~host, last: ip.value | host };
};

/** The addresses of an entry: an address, a CIDR block or an `a-b` range; undefined if it is none of them. */
export const ipRangeOf = (entry: string): Range | undefined => {
  if (entry.includes('/')) return blockOf(entry);
  const [low, high, ...rest] = entry.split('-').map((end) => ipOf(end.trim()));
  if (!low || rest.length > 0) return undefined;
  if (!entry.includes('-')) return { ...low, last: low.value };
  return high && high.bits === low.bits && low.value <= high.value ? { ...low, last: high.value } : undefined;
};

/** Whether an address is within one of the ranges. */
export const isWithin = (ip: Ip, ranges: readonly Range[]): boolean =>
  ranges.some(({ bits, value, last }) => bits === ip.bits && value <= ip.value && ip.value <= last);

/** Whether an address is among the entries of an IP group; only `*` has addresses that are not known. */
export const compileIpGroup = (entries: readonly string[]): ((ip: Ip | undefined) => boolean) => {
  if (entries.includes('*')) return () => true;
  const ranges = entries.flatMap((entry) => ipRangeOf(entry) ?? []);
  return (ip) => ip !== undefined && isWithin(ip, ranges);
};

/** Whether an address is among the entries of an IP group; an empty group has none. */
export const inIpGroup = (address: string, entries: readonly string[]): boolean =>
  compileIpGroup(entries)(ipOf(address));
