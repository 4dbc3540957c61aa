import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const parse = (text: string): Address | undefined => {
  // ipaddr.js also parses forms such as "10" or "0x0a000001"; users mean full addresses.
  if (!ipaddr.isValid(text) || (!text.includes(':') && text.split('.').length !== 4)) return undefined;
  return ipaddr.process(text);
};

const compare = (a: Address, b: Address): number => {
  const left = a.toByteArray();
  const right = b.toByteArray();
  if (left.length !== right.length) return left.length - right.length;
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
};

const cidrOf = (text: string) => {
  const [address = '', bits = ''] = text.split('/');
  const parsed = parse(address);
  const length = Number(bits);
  if (!parsed || !/^\d{1,3}$/.test(bits) || length > (parsed.kind() === 'ipv4' ? 32 : 128)) return undefined;
  return { address: parsed, length };
};

const matches = (address: Address, entry: string): boolean => {
  if (entry === '*') return true;
  if (entry.includes('/')) {
    const block = cidrOf(entry);
    return (
      block !== undefined &&
      block.address.kind() === address.kind() &&
      address.match([block.address, block.length] as never)
    );
  }
  if (entry.includes('-')) {
    const [low, high] = entry.split('-').map((part) => parse(part.trim()));
    return (
      !!low &&
      !!high &&
      low.kind() === address.kind() &&
      compare(low, address) <= 0 &&
      compare(address, high) <= 0
    );
  }
  const single = parse(entry);
  return single !== undefined && compare(single, address) === 0;
};

/** Whether an address matches any entry of a group; an empty group matches nothing. */
export const inIpGroup = (address: string, group: readonly string[]): boolean => {
  const parsed = parse(address);
  if (!parsed) return group.includes('*');
  return group.some((entry) => matches(parsed, entry));
};
