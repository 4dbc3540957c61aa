import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ipOf, ipRangeOf } from '@gatehouse/contract/network/ipGroup.ts';

/** The entry for an address in a database of places. */
export type PlaceValue = string | number | PlaceValue[] | { [name: string]: PlaceValue };

const kinds = { text: 2, map: 7, number: 6, array: 11 } as const;

/** The byte before a value: its kind and size; kinds beyond seven take a byte more. */
const head = (kind: number, size: number): Buffer => {
  const [inHead, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return kind > 7 ? Buffer.from([inHead, kind - 7, ...more]) : Buffer.from([(kind << 5) | inHead, ...more]);
};

const encoded = (value: PlaceValue): Buffer => {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(kinds.text, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(kinds.number, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(kinds.array, value.length), ...value.map(encoded)]);
  const pairs = Object.entries(value).flatMap(([name, part]) => [encoded(name), encoded(part)]);
  return Buffer.concat([head(kinds.map, pairs.length / 2), ...pairs]);
};

type Node = [Node | number | undefined, Node | number | undefined];

/** The bits of a network in an IPv6 tree, in which IPv4 addresses follow 96 zero bits. */
const bitsOf = (network: string): (0 | 1)[] => {
  const [address = '', length = ''] = network.split('/');
  const ip = ipOf(address);
  if (!ip || !ipRangeOf(network)) throw new Error(`not a network: ${network}`);
  const lead = 128 - ip.bits;
  const all = ip.value.toString(2).padStart(128, '0');
  return [...all.slice(0, lead + Number(length))].map((bit) => (bit === '1' ? 1 : 0));
};

/** A database in the MaxMind format with these networks. */
export const placesFile = (places: Readonly<Record<string, PlaceValue>>): Buffer => {
  const nodes: Node[] = [[undefined, undefined]];
  const values: Buffer[] = [];
  let offset = 0;
  for (const [network, value] of Object.entries(places)) {
    let node = nodes[0] as Node;
    const bits = bitsOf(network);
    for (const bit of bits.slice(0, -1)) {
      if (!Array.isArray(node[bit])) {
        node[bit] = [undefined, undefined];
        nodes.push(node[bit] as Node);
      }
      node = node[bit] as Node;
    }
    node[bits.at(-1) ?? 0] = offset;
    values.push(encoded(value));
    offset += values.at(-1)?.length ?? 0;
  }
  const record = (part: Node[0]): Buffer => {
    const bytes = Buffer.alloc(4);
    if (Array.isArray(part)) bytes.writeUInt32BE(nodes.indexOf(part));
    else bytes.writeUInt32BE(part === undefined ? nodes.length : nodes.length + 16 + part);
    return bytes;
  };
  const facts = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 0, ip_version: 6 },
    ...{ database_type: 'Test', description: {}, languages: [], node_count: nodes.length, record_size: 32 },
  };
  return Buffer.concat([
    ...nodes.flatMap(([left, right]) => [record(left), record(right)]),
    Buffer.alloc(16),
    ...values,
    Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'),
    encoded(facts),
  ]);
};

/** Such a database in a folder of its own. */
export const storePlaces = async (places: Parameters<typeof placesFile>[0]) => {
  const folder = await mkdtemp(join(tmpdir(), 'places-'));
  const file = join(folder, 'places.mmdb');
  await writeFile(file, placesFile(places));
  return { folder, file, remove: () => rm(folder, { recursive: true }) };
};
