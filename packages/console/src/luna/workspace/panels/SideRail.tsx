import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import ControlOutlined from '@ant-design/icons-svg/es/asn/ControlOutlined';
import InfoCircleOutlined from '@ant-design/icons-svg/es/asn/InfoCircleOutlined';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/store.ts';
import { IconButton } from '../../../replay/dark/IconButton.tsx';
import { useLuna } from '../../LunaContext.tsx';
import type { SidePanel } from '../workbench.ts';
import { AppearancePanel } from './AppearancePanel.tsx';
import styles from './panels.module.css';
import { SessionPanel } from './SessionPanel.tsx';

const PANELS: { key: SidePanel; icon: typeof InfoCircleOutlined }[] = [
  { key: 'session', icon: InfoCircleOutlined },
  { key: 'appearance', icon: ControlOutlined },
];

/** The tabs at the right edge and their panel. */
export function SideRail() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const { panel } = useStore(workbench.store);
  return (
    <aside className={styles.side} aria-label={t('panel.title')} data-region>
      {panel && (
        <section className={styles.panel} aria-label={t(`panel.${panel}`)}>
          <header className={styles.panelHead}>
            <h2>{t(`panel.${panel}`)}</h2>
            <IconButton
              icon={CloseOutlined}
              tip={t('panel.close')}
              size={11}
              onClick={workbench.closePanel}
            />
          </header>
          <div className={styles.panelBody}>
            {panel === 'session' ? <SessionPanel /> : <AppearancePanel />}
          </div>
        </section>
      )}
      <div className={styles.rail}>
        {PANELS.map(({ key, icon }) => (
          <IconButton
            key={key}
            icon={icon}
            tip={t(`panel.${key}`)}
            tipSide="left"
            isOn={panel === key}
            aria-pressed={panel === key}
            onClick={() => workbench.togglePanel(key)}
          />
        ))}
      </div>
    </aside>
  );
}
