import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingIndex } from '../settings/settingIndex.ts';
import { useSettingPanels } from '../settings/useSettingPanels.ts';
import styles from './explain.module.css';

/** The settings that a step depends on, each as a link to its field. */
export function StepSettings({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('explain');
  const { data: panels = [] } = useSettingPanels(names.length > 0);
  const found = settingIndex(panels).filter(({ name }) => names.includes(name));
  if (found.length === 0) return null;
  return (
    <p className={styles.settings}>
      <span className="t3">{t('bySetting', { count: found.length })}</span>
      {found.map(({ name, title, to }) => (
        <Link key={name} to={to}>
          {title}
        </Link>
      ))}
    </p>
  );
}
