import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import type { Row } from '../resource/row.ts';
import type { FormGroup, FormItem, ItemsIn } from './FormItem.ts';

/** Fields that a form without sections leaves out: the server or the request fills them. */
const NEVER = new Set(['id', 'org_id', 'org_name']);

type Input = {
  metas: Record<string, FieldMeta>;
  view: Pick<ViewMeta, 'form'> | undefined;
  fields?: ItemsIn<Row>;
  groupHelp?: Record<string, string>;
};

const itemOf = (name: string, meta: FieldMeta, override: Partial<FormItem> = {}): FormItem => ({
  id: name,
  meta,
  ...override,
});

/** Groups of a form: the definition's sections, else one group of writable fields. */
export const formGroups = ({ metas, view, fields = {}, groupHelp = {} }: Input): FormGroup[] => {
  const items = (names: readonly string[]): FormItem[] =>
    names.flatMap((name) => {
      const meta = metas[name];
      const override = fields[name];
      if (meta && !meta.read_only) return [itemOf(name, meta, override)];
      return override?.component || override?.type ? [{ ...override, id: name, ...(meta && { meta }) }] : [];
    });
  const sections = view?.form ?? [];
  if (sections.length === 0) {
    return [{ key: '', title: '', items: items(Object.keys(metas).filter((name) => !NEVER.has(name))) }];
  }
  return sections
    .map(({ group, label, fields: names }) => ({
      key: group,
      title: label,
      ...(groupHelp[group] && { help: groupHelp[group] }),
      items: items(names),
    }))
    .filter((group) => group.items.length > 0);
};
