import { isIpEntry } from '@gatehouse/contract/network/ipEntry.ts';
import type { IpGroupField } from '@gatehouse/contract/resource/fields.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { jsonb } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';

/** List of entries, each `*`, an address, a CIDR block or an `a-b` range. */
export const ipGroup: ServerField<IpGroupField> = {
  column: () => jsonb(),
  empty: (field) => (Array.isArray(field.default) ? field.default : ['*']),
  parse: (value) => {
    const items = typeof value === 'string' ? value.split(/[,;\s]+/) : value;
    if (!Array.isArray(items)) return refuse('not_a_list');
    if (items.length > 1000) return refuse('max_items', { max: 1000 });
    const entries = items.map((item) => sentText(item).trim()).filter((item) => item !== '');
    for (const entry of entries)
      if (entry.length > 1024 || !isIpEntry(entry)) refuse('invalid_ip', { value: entry.slice(0, 64) });
    return [...new Set(entries)];
  },
  present: (stored) => (Array.isArray(stored) ? stored : []),
  meta: () => ({
    type: 'list',
    child: { type: 'string', required: true, read_only: false, write_only: false, max_length: 1024 },
  }),
  diff: (wire) => (Array.isArray(wire) ? wire.join(', ') : ''),
  orderable: false,
};
