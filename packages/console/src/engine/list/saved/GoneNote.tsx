import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import type { ListController } from '../ListSlots.ts';
import { useSavedFilters } from './useSavedFilters.ts';

// Few visits need it: the alert of the component library stays out of what every list loads.
const GoneAlert = part(() => import('./GoneAlert.tsx').then((m) => m.GoneAlert));

const isId = (value: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/i.test(value);

/** Says which values of the chosen filter no longer exist. */
export function GoneNote({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { chosen } = useSavedFilters(list);
  const gone = chosen?.gone ?? [];
  if (gone.length === 0) return null;
  const { metas } = list.resource;
  const labelOf = (name: string): string => {
    if (name === 'labels') return t('labels.label');
    const model = name.replace(/_id$/, '');
    const option = list.searchOptions.find(({ key }) => key === name);
    return (option ?? metas[name] ?? metas[model] ?? metas[`${model}s`])?.label ?? name;
  };
  const values = gone
    .map(({ name, value }) =>
      // The id of something deleted tells readers nothing.
      isId(value) ? labelOf(name) : t('search.chip', { key: labelOf(name), value }),
    )
    .join(t('saved.comma'));
  return (
    <Suspense>
      <GoneAlert text={t('saved.gone', { values })} />
    </Suspense>
  );
}
