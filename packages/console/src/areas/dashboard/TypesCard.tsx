import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { DataCard } from './DataCard.tsx';
import styles from './dashboard.module.css';
import { useIndex } from './useIndex.ts';

const SHOWN = 7;

type Amount = { type: string; label: string; total: number };

/** The seven largest types; the others are combined. */
export const withOther = (amounts: readonly Amount[], otherLabel: string): Amount[] => {
  const sorted = amounts.filter((amount) => amount.total > 0).sort((a, b) => b.total - a.total);
  const rest = sorted.slice(SHOWN);
  if (rest.length === 0) return sorted;
  return [
    ...sorted.slice(0, SHOWN),
    { type: 'other', label: otherLabel, total: rest.reduce((sum, amount) => sum + amount.total, 0) },
  ];
};

const colourOf = (at: number) => (at < SHOWN ? `var(--chart${at + 1})` : 'var(--text4)');

/** Assets by type: a bar divided in proportion, and its legend. */
export function TypesCard() {
  const { t } = useTranslation('areas');
  const query = useIndex(['total_count_type_to_assets_amount']);
  const amounts = query.data?.total_count_type_to_assets_amount ?? [];
  const total = amounts.reduce((sum, amount) => sum + amount.total, 0);
  const types = withOther(amounts, t('types.other'));
  const summary = total > 0 && (
    <span className="t3 num">
      {t('types.summary', {
        assets: t('types.assets', { count: total }),
        types: t('types.types', { count: amounts.filter((amount) => amount.total > 0).length }),
      })}
    </span>
  );
  return (
    <DataCard title={t('types.title')} extra={summary} query={query} minHeight={60}>
      {() =>
        total === 0 ? (
          <span className="t3">{t('types.none')}</span>
        ) : (
          <>
            <div className={styles.proportion} aria-hidden="true">
              {types.map((type, at) => (
                <span key={type.type} style={{ flex: type.total, background: colourOf(at) }} />
              ))}
            </div>
            <ul className={styles.types}>
              {types.map((type, at) => (
                <li key={type.type}>
                  <i style={{ background: colourOf(at) }} />
                  {type.label} <span className="t3 num">{formatNumber(type.total)}</span>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </DataCard>
  );
}
