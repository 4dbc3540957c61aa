import { useTranslation } from 'react-i18next';
import { Drawer } from '../../platform/dialog/Drawer.tsx';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { OwnRunRow } from './OwnRunRow.tsx';
import styles from './ownWork.module.css';
import type { OwnRun } from './useOwnRuns.ts';

const WIDTH = 420;
const MOBILE_WIDTH = '90%';

type Props = { runs: readonly OwnRun[]; isOpen: boolean; onClose: () => void };

/** The user's work in the background, beside the page: how far it got, and what it brought. */
export function OwnWorkDrawer({ runs, isOpen, onClose }: Props) {
  const { t } = useTranslation('shell');
  const { isMobile } = useViewport();
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      destroyOnHidden
      title={t('ownWork.name')}
      aria-label={t('ownWork.name')}
      size={isMobile ? MOBILE_WIDTH : WIDTH}
      styles={{ body: { padding: 0 } }}
    >
      <ul className={styles.list} aria-label={t('ownWork.name')}>
        {runs.map((run) => (
          <OwnRunRow key={run.id} run={run} />
        ))}
      </ul>
    </Drawer>
  );
}
