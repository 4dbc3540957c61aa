import type { TrialOutcome, TrialResult, TrialShare } from '@gatehouse/contract/policy/trial.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import styles from './Past.module.css';
import type { TriedKind } from './triedKinds.ts';

type View = 'users' | 'assets' | 'commands';
type Props = {
  kind: TriedKind;
  view: View;
  result: TrialResult;
  /** Id of the row whose examples are shown. */
  chosen: string | undefined;
  onChoose: (row: { id: string; name: string }) => void;
};

/** A user, an asset or a command line; users and assets lead to their examples. */
function Name({ row, view, chosen, onChoose }: Omit<Props, 'kind' | 'result'> & { row: TrialShare }) {
  const text = <OverflowText>{row.name}</OverflowText>;
  if (view === 'commands') return <span className="mono">{text}</span>;
  return (
    <button
      type="button"
      className={styles.name}
      aria-pressed={row.id === chosen}
      onClick={() => onChoose(row)}
    >
      {text}
    </button>
  );
}

/** The users, assets or command lines with the most events. */
export function TrialShares(props: Props) {
  const { view, result } = props;
  const { t } = useTranslation('rules');
  const rows = result[view];
  const outcomes = Object.keys(result.counts) as TrialOutcome[];
  const hidden = result.totals[view] - rows.length;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t(`past.heads.${view}`)}</th>
            {outcomes.map((outcome) => (
              <th key={outcome} scope="col" className={styles.number}>
                {t(`past.heads.${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Name {...props} row={row} />
              </td>
              {outcomes.map((outcome) => (
                <td key={outcome} className={styles.number}>
                  {formatNumber(row.counts[outcome] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="sm t3">{t('more', { count: hidden })}</p>}
    </div>
  );
}
