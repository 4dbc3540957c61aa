import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/useSession.ts';
import { useStore } from '../../platform/store.ts';
import controls from '../../replay/dark/controls.module.css';
import { cx } from '../../replay/dark/cx.ts';
import { Splitter } from '../../theme/kit/Splitter.tsx';
import { AssetPanel } from '../assets/AssetPanel.tsx';
import { ConnectDialog } from '../connect/ConnectDialog.tsx';
import { ConnectPalette } from '../connect/ConnectPalette.tsx';
import { useLuna } from '../LunaContext.tsx';
import { TerminalPane } from '../terminal/TerminalPane.tsx';
import splitter from '../ui/splitter.module.css';
import { SideRail } from './panels/SideRail.tsx';
import { StatusBar } from './StatusBar.tsx';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import { tabName } from './tabs/tabName.ts';
import { usePageKeys } from './usePageKeys.ts';
import { treeBounds } from './workbench.ts';

/**
 * The web terminal: assets on the left, terminals in the middle, facts about the active one on the right and
 * below.
 */
export function WorkspacePage() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const { isTreeShown, treeWidth, isPaletteShown, connecting } = useStore(workbench.store);
  usePageKeys();
  return (
    <div className={styles.page}>
      <TopBar />
      <div className={styles.middle}>
        {isTreeShown && (
          <aside
            className={styles.tree}
            style={{ width: treeWidth }}
            aria-label={t('assets.title')}
            data-region
          >
            <AssetPanel />
            <Splitter
              className={splitter.splitter}
              label={t('assets.resize')}
              value={treeWidth}
              {...treeBounds}
              onChange={workbench.setTreeWidth}
            />
          </aside>
        )}
        <Terminals />
        <SideRail />
      </div>
      <StatusBar />
      {isPaletteShown && <ConnectPalette />}
      {connecting && (
        <ConnectDialog key={`${connecting.assetId}${connecting.tab ?? ''}`} request={connecting} />
      )}
    </div>
  );
}

function Terminals() {
  const { t } = useTranslation('luna');
  const { workspace } = useLuna();
  const product = useSession().settings.INTERFACE?.login_title || 'Gatehouse';
  const { list, active } = useStore(workspace.store);
  const front = list.find((tab) => tab.key === active);
  useEffect(() => {
    const name = front ? tabName(front) : t('page.title');
    document.title = `${name} - ${product}`;
  }, [front, product, t]);
  return (
    <main className={styles.main} data-region>
      {list.length > 0 && <TabBar />}
      <div className={styles.panes}>
        {list.map((tab) => (
          <TerminalPane key={tab.key} tab={tab} isActive={tab.key === active} />
        ))}
        {list.length === 0 && <Welcome />}
      </div>
    </main>
  );
}

function Welcome() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  return (
    <div className={styles.welcome}>
      <h2>{t('welcome.title')}</h2>
      <p>{t('welcome.text')}</p>
      <button
        type="button"
        className={cx(controls.button, controls.primary)}
        onClick={() => workbench.showPalette(true)}
      >
        {t('palette.open')}
      </button>
      <p className={styles.welcomeKeys}>
        <kbd>Alt</kbd> <kbd>K</kbd>
      </p>
    </div>
  );
}
