import { useTranslation } from 'react-i18next';
import { cx } from '../table/cx.ts';
import styles from './Detail.module.css';
import type { DetailSlots } from './DetailSlots.ts';
import { FactsCard, factsOf } from './FactsCard.tsx';
import { factNames } from './factNames.ts';
import { LabelsCard } from './LabelsCard.tsx';
import { QuickActions } from './QuickActions.tsx';
import type { DetailController } from './useResourceDetail.ts';

/** Facts and further cards on the left; quick actions, the page's side cards and labels on the right. */
export function BasicTab({ detail, slots }: { detail: DetailController; slots: DetailSlots }) {
  const { t } = useTranslation('engine');
  const { row, resource } = detail;
  const quick = slots.quickActions?.(detail) ?? [];
  const hasLabels = resource.view?.labels === true && 'labels' in row;
  const hasSide = quick.some(({ has }) => has !== false) || slots.side !== undefined || hasLabels;
  const omitted = slots.omit?.(row) ?? [];
  const names = factNames({
    metas: resource.metas,
    row,
    label: resource.label,
    layout: slots.layout,
  }).filter((name) => !omitted.includes(name));
  return (
    <div className={cx(styles.columns, !hasSide && styles.single)}>
      <div className={styles.stack}>
        <FactsCard
          title={t('detail.basic')}
          facts={factsOf({ row, metas: resource.metas, names, cells: slots.cells, labels: slots.labels })}
        />
        {slots.cards?.(detail)}
      </div>
      {hasSide && (
        <div className={styles.stack}>
          <QuickActions actions={quick} />
          {slots.side?.(detail)}
          {hasLabels && <LabelsCard detail={detail} />}
        </div>
      )}
    </div>
  );
}
