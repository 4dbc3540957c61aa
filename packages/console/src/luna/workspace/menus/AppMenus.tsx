import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/store.ts';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import { useLuna } from '../../LunaContext.tsx';
import { defaults } from '../../preferences/preferences.ts';
import { Menu } from '../../ui/Menu.tsx';
import styles from '../shell.module.css';
import { tabName } from '../tabs/tabName.ts';
import { sameAgain, useTabActions } from '../tabs/useTabActions.ts';
import { useSessionText } from '../useSessionText.ts';
import { isAlive, type WorkTab } from '../workspace.ts';

const fullScreen = () => {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  // The browser may refuse; then the window stays as it is.
  change.catch(() => undefined);
};

/** The menus File, View and Windows, with the commands of the page. */
export function AppMenus() {
  const { t } = useTranslation('luna');
  return (
    <nav className={styles.menus} aria-label={t('menu.title')}>
      <FileMenu />
      <ViewMenu />
      <WindowsMenu />
    </nav>
  );
}

const runningKeys = (tabs: readonly WorkTab[]) =>
  tabs
    .filter(isAlive)
    .map(({ key }) => key)
    .join(' ');

function FileMenu() {
  const { t } = useTranslation('luna');
  const { workspace, workbench } = useLuna();
  const { list, active } = useStore(workspace.store);
  const actions = useTabActions();
  const tab = list.find((item) => item.key === active);
  const running = useSessionText(list, runningKeys).split(' ');
  const over = list.map(({ key }) => key).filter((key) => !running.includes(key));
  const items: MenuItem[] = [
    { key: 'new', label: t('menu.new'), hint: 'Alt K', onSelect: () => workbench.showPalette(true) },
    {
      key: 'again',
      label: t('menu.duplicate'),
      disabled: !tab,
      onSelect: () => tab && workbench.connect(sameAgain(tab)),
    },
    {
      key: 'reconnect',
      label: t('state.reconnect'),
      disabled: !tab || running.includes(tab.key),
      onSelect: () => tab && actions.reconnect(tab.key),
    },
    { separator: true },
    { key: 'close', label: t('tabs.close'), disabled: !tab, onSelect: () => tab && actions.close(tab.key) },
    {
      key: 'over',
      label: t('menu.closeEnded'),
      disabled: over.length === 0,
      onSelect: () => actions.closeAll(over),
    },
    {
      key: 'all',
      label: t('menu.closeAll'),
      disabled: list.length === 0,
      onSelect: () => actions.closeAll(list.map((tab) => tab.key)),
    },
  ];
  return <Menu label={t('menu.file')} buttonClass={styles.menu} button={t('menu.file')} items={items} />;
}

function ViewMenu() {
  const { t } = useTranslation('luna');
  const { workbench, preferences, workspace } = useLuna();
  const { isTreeShown, panel } = useStore(workbench.store);
  const { active } = useStore(workspace.store);
  const { fontSize } = useStore(preferences.store);
  const items: MenuItem[] = [
    {
      key: 'tree',
      label: t('assets.title'),
      checked: isTreeShown,
      onSelect: () => workbench.showTree(!isTreeShown),
    },
    ...(['session', 'appearance'] as const).map((key) => ({
      key,
      label: t(`panel.${key}`),
      checked: panel === key,
      onSelect: () => workbench.togglePanel(key),
    })),
    { separator: true },
    {
      key: 'find',
      label: t('find.title'),
      hint: 'Ctrl Shift F',
      disabled: !active,
      onSelect: () => workbench.showFind(true),
    },
    { separator: true },
    {
      key: 'bigger',
      label: t('look.bigger'),
      hint: 'Ctrl +',
      onSelect: () => preferences.change({ fontSize: fontSize + 1 }),
    },
    {
      key: 'smaller',
      label: t('look.smaller'),
      hint: 'Ctrl −',
      onSelect: () => preferences.change({ fontSize: fontSize - 1 }),
    },
    {
      key: 'usual',
      label: t('look.usual'),
      hint: 'Ctrl 0',
      onSelect: () => preferences.change({ fontSize: defaults.fontSize }),
    },
    { separator: true },
    { key: 'full', label: t('menu.fullScreen'), onSelect: fullScreen },
  ];
  return <Menu label={t('menu.view')} buttonClass={styles.menu} button={t('menu.view')} items={items} />;
}

function WindowsMenu() {
  const { t } = useTranslation('luna');
  const { workspace } = useLuna();
  const { list, active } = useStore(workspace.store);
  const items: MenuItem[] = [
    {
      key: 'next',
      label: t('menu.next'),
      hint: 'Alt PgDn',
      disabled: list.length < 2,
      onSelect: () => workspace.step(1),
    },
    {
      key: 'previous',
      label: t('menu.previous'),
      hint: 'Alt PgUp',
      disabled: list.length < 2,
      onSelect: () => workspace.step(-1),
    },
    { separator: true },
    ...(list.length === 0
      ? [{ heading: t('menu.noWindows') }]
      : list.map((tab) => ({
          key: tab.key,
          label: tabName(tab),
          hint: tab.target.username || tab.target.accountName,
          isChoice: true,
          checked: tab.key === active,
          onSelect: () => workspace.activate(tab.key),
        }))),
  ];
  return (
    <Menu label={t('menu.windows')} buttonClass={styles.menu} button={t('menu.windows')} items={items} />
  );
}
