import { isIP } from 'node:net';
import { allowedAddresses, isRefusedHost, type Resolve } from '../../platform/outgoing/checkedHost.ts';

/** Targets of a tool: addresses in their order, what was not understood or not found, and whether there were too many. */
export type Targets = { addresses: string[]; dropped: string[]; isCut: boolean };

const isName = (text: string) => /^(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*\.?$/i.test(text);
const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

/** First and last address of `a.b.c.d-e`, `a.b.c.d-a.b.c.e` or `a.b.c.d/n`. */
const rangeOf = (text: string): [first: number, last: number] | undefined => {
  const [start = '', end = '', ...rest] = text.split(/[-/]/);
  if (rest.length > 0 || isIP(start) !== 4) return undefined;
  const first = numberOf(start);
  if (text.includes('/')) {
    const bits = /^\d{1,2}$/.test(end) ? Number(end) : 33;
    if (bits > 32) return undefined;
    const size = 2 ** (32 - bits);
    const base = Math.floor(first / size) * size;
    // Network and broadcast address are not machines.
    return size > 2 ? [base + 1, base + size - 2] : [base, base + size - 1];
  }
  const last = isIP(end) === 4 ? numberOf(end) : numberOf(start.replace(/\d+$/, end));
  const isPart = isIP(end) === 4 || (/^\d{1,3}$/.test(end) && Number(end) < 256);
  return isPart && last >= first ? [first, last] : undefined;
};

/**
 * Addresses of `dest_ips`: addresses, names, ranges and networks, separated by commas. Names are resolved
 * here, and tools get nothing but addresses; those that nothing is sent to (0223) are dropped.
 */
export const readTargets = async (text: string, most: number, resolve?: Resolve): Promise<Targets> => {
  const found = new Set<string>();
  const dropped: string[] = [];
  let isCut = false;
  const add = (address: string): boolean => {
    if (isRefusedHost(address)) return false;
    if (found.size >= most && !found.has(address)) isCut = true;
    else found.add(address);
    return true;
  };
  for (const part of new Set(text.split(',').map((one) => one.trim()))) {
    if (part === '') continue;
    const range = isIP(part) ? undefined : rangeOf(part);
    if (range) {
      let wasAdded = false;
      for (let n = range[0]; n <= range[1] && !isCut; n += 1) wasAdded = add(addressOf(n)) || wasAdded;
      if (!wasAdded && !isCut) dropped.push(part);
    } else if (isIP(part) || isName(part)) {
      const [first] = await allowedAddresses(part, resolve).catch(() => []);
      if (!first || !add(first.address)) dropped.push(part);
    } else dropped.push(part);
  }
  return { addresses: [...found], dropped, isCut };
};
