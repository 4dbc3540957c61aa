import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { View } from '../../../platform/session/organizations.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { useSwitchView, useViews } from '../topBar/useViews.ts';
import styles from './MobileBar.module.css';

/** Areas in the menu drawer of a phone. */
export function ViewSegments({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation('shell');
  const { view } = useSession();
  const views = useViews();
  const switchTo = useSwitchView();
  if (views.length < 2) return null;
  return (
    <Segmented
      block
      className={styles.views}
      aria-label={t('region.views')}
      value={view ?? ''}
      options={views.map((view) => ({ value: view as string, label: t(`view.${view}`) }))}
      onChange={(next) => {
        onPick();
        switchTo(next as View);
      }}
    />
  );
}
