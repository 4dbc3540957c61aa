import { useTranslation } from 'react-i18next';
import { placeOf, useUndoOutlook } from '../../undo/useUndoOutlook.ts';

/** What a deletion takes with it and what it ends, then whether it can be undone. */
export function DeleteBody({ url, ids }: { url: string; ids: readonly (string | number)[] }) {
  const { t, i18n } = useTranslation('engine');
  const end = useUndoOutlook(url, 'delete', ids);
  const key = `delete.goes.${placeOf(url)}`;
  return (
    <span aria-live="polite">
      {i18n.exists(key, { ns: 'engine' }) ? t('delete.bodyWith', { consequence: t(key), end }) : end}
    </span>
  );
}
