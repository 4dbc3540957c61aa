import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { joined } from '../../../platform/i18n/joined.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { leavesOf } from '../../fields/bits/ui.tsx';
import { fieldUiOf } from '../../fields/registry.ts';
import { isEmptyValue, type Row } from '../../resource/row.ts';
import { idsOf } from '../../select/idsOf.ts';
import { useRemoteOptions } from '../../select/useRemoteOptions.ts';
import { type FormItem, metaOf } from '../FormItem.ts';

/** Names of related rows by id. */
function RelatedNames({ url, value }: { url: string; value: unknown }) {
  const ids = idsOf(value);
  const { labelOf } = useRemoteOptions({ url, search: '', chosen: ids, isOpen: false });
  return ids.length > 0 ? joined(ids.map((id) => labelOf(id) ?? String(id))) : <Dash />;
}

/** Labels of choices, from a list or a tree, by value. */
const wordsOf = ({ choices, tree }: FieldMeta): Map<string, string> | undefined => {
  const offered = choices ?? (tree && leavesOf(tree));
  return offered && new Map(offered.map(({ value, label }) => [String(value), label]));
};

/** A form value, read-only. */
export function ConflictValue({ item, value, row }: { item: FormItem; value: unknown; row: Row }) {
  const meta = metaOf(item);
  const isOfRows = meta.related && (typeof value !== 'object' || Array.isArray(value));
  if (isOfRows) return <RelatedNames url={meta.related?.url ?? ''} value={value} />;
  const words = wordsOf(meta);
  if (words && !isEmptyValue(value)) {
    const texts = [value].flat().map((item) => words.get(String(item)) ?? String(item));
    return <>{joined(texts)}</>;
  }
  const { Cell } = fieldUiOf(meta);
  return <Cell value={value} row={row} name={item.id} meta={{ ...meta, read_only: true }} />;
}
