const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/** Bytes of four decimal numbers. Leading zeros are refused: some programs read them as octal. */
const octetsOf = (text: string): number[] | undefined => {
  const parts = text.split('.');
  const isFine = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  return parts.length === 4 && parts.every(isFine) ? parts.map(Number) : undefined;
};

/** Bytes of groups of hexadecimal digits; the last group may be an IPv4 address. */
const groupsOf = (text: string): number[] | undefined => {
  if (text === '') return [];
  const parts = text.split(':');
  const octets = text.includes('.') ? octetsOf(parts.pop() ?? '') : [];
  if (!octets || !parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined;
  const numbers = parts.map((part) => Number.parseInt(part, 16));
  return [...numbers.flatMap((number) => [number >> 8, number & 255]), ...octets];
};

/**
 * Bytes of an IPv6 address without its scope id; an IPv4-mapped address gives the four bytes of the IPv4
 * address.
 */
const longBytesOf = (text: string): number[] | undefined => {
  const halves = text.replace(/%[0-9a-z]+$/i, '').split('::');
  if (halves.length > 2 || (halves.length === 2 && halves[0]?.includes('.'))) return undefined;
  const [head, tail = []] = halves.map(groupsOf);
  if (!head || halves.some((half) => !groupsOf(half))) return undefined;
  const gap = 16 - head.length - tail.length;
  if (halves.length === 1 ? gap !== 0 : gap < 2) return undefined;
  const bytes = [...head, ...Array<number>(gap).fill(0), ...tail];
  return MAPPED.every((byte, index) => bytes[index] === byte) ? bytes.slice(MAPPED.length) : bytes;
};

/** Bytes of an address: 4 or 16. */
export const bytesOf = (text: string): number[] | undefined =>
  text.includes(':') ? longBytesOf(text) : octetsOf(text);

const isRange = (low: number[] | undefined, high: number[] | undefined): boolean => {
  if (!low || low.length !== high?.length) return false;
  const at = low.findIndex((byte, index) => byte !== high[index]);
  return at < 0 || (low[at] ?? 0) < (high[at] ?? 0);
};

/**
 * Whether text is an entry of an IP group: `*`, an address, a CIDR block or an `a-b` range in the right
 * order.
 */
export const isIpEntry = (text: string): boolean => {
  if (text === '*') return true;
  const [address = '', bits, ...rest] = text.split('/');
  if (bits !== undefined) {
    const bytes = bytesOf(address);
    return !!bytes && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bytes.length * 8;
  }
  const ends = text.split('-');
  if (ends.length === 1) return bytesOf(text) !== undefined;
  const [low, high] = ends.map((end) => bytesOf(end.trim()));
  return ends.length === 2 && isRange(low, high);
};
