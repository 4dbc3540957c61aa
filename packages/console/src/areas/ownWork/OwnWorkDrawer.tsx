import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../platform/dialog/SideDrawer.tsx';
import { OwnRunRow } from './OwnRunRow.tsx';
import styles from './ownWork.module.css';
import type { OwnRun } from './useOwnRuns.ts';

type Props = { runs: readonly OwnRun[]; isOpen: boolean; onClose: () => void };

/** The user's work in the background, beside the page: how far it got, and what it brought. */
export function OwnWorkDrawer({ runs, isOpen, onClose }: Props) {
  const { t } = useTranslation('shell');
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t('ownWork.name')} width={420} mobileWidth="90%">
      <ul className={styles.list} aria-label={t('ownWork.name')}>
        {runs.map((run) => (
          <OwnRunRow key={run.id} run={run} />
        ))}
      </ul>
    </SideDrawer>
  );
}
