import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Translate } from '../../fields/FieldUi.ts';
import { fieldUiOf } from '../../fields/registry.ts';
import type { SearchOption } from './tagSearch.ts';

/** The filters that the search box offers: those in the metadata, then the page's own. */
export const searchOptionsOf = (input: {
  metas: Record<string, FieldMeta>;
  added?: readonly SearchOption[];
  exclude?: readonly string[];
  t: Translate;
}): SearchOption[] => {
  const added = input.added ?? [];
  const skipped = new Set([...(input.exclude ?? []), ...added.map(({ key }) => key)]);
  const fromMeta = Object.entries(input.metas)
    .filter(([name, meta]) => meta.filter && !skipped.has(name))
    .map(([name, meta]) => {
      const children = fieldUiOf(meta).filterChoices?.(meta, input.t);
      return { key: name, label: meta.label, type: meta.type, ...(children && { children }) };
    });
  return [...fromMeta, ...added];
};
