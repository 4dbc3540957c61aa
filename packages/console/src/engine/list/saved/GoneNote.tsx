import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ListController } from '../ListSlots.ts';
import styles from './saved.module.css';
import { useSavedFilters } from './useSavedFilters.ts';

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
    <Alert
      className={styles.gone ?? ''}
      type="warning"
      showIcon
      role="status"
      title={t('saved.gone', { values })}
    />
  );
}
