import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/store.ts';
import { cx } from '../../../replay/dark/cx.ts';
import { Icon } from '../../../replay/dark/Icon.tsx';
import { IconButton } from '../../../replay/dark/IconButton.tsx';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import type { Point } from '../../../theme/kit/menu/placeLayer.ts';
import { AssetGlyph } from '../../assets/AssetGlyph.tsx';
import { useLuna } from '../../LunaContext.tsx';
import type { WorkTab } from '../workspace.ts';
import { lookOf } from './phaseLook.ts';
import { TabMenu } from './TabMenu.tsx';
import { TabNameField } from './TabNameField.tsx';
import styles from './tabBar.module.css';
import { assetName, tabName } from './tabName.ts';
import { useTabActions } from './useTabActions.ts';

/**
 * One tab per terminal. Arrow keys, Home and End move the focus; Enter selects, Delete closes, F2 renames.
 */
export function TabBar() {
  const { t } = useTranslation('luna');
  const { workspace, workbench } = useLuna();
  const { list, active } = useStore(workspace.store);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active) return;
    const tab = strip.current?.querySelector(`[data-tab="${CSS.escape(active)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const tabs = [...(strip.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tabs[(to + tabs.length) % tabs.length]?.focus();
  };
  return (
    <div className={styles.bar}>
      <div
        ref={strip}
        role="tablist"
        aria-label={t('tabs.title')}
        tabIndex={-1}
        className={styles.strip}
        onKeyDown={onKeyDown}
      >
        {list.map((tab) => (
          <Tab key={tab.key} tab={tab} isActive={tab.key === active} />
        ))}
      </div>
      <IconButton
        icon={PlusOutlined}
        tip={t('tabs.add')}
        size={13}
        className={styles.add ?? ''}
        onClick={() => workbench.showPalette(true)}
      />
    </div>
  );
}

function Tab({ tab, isActive }: { tab: WorkTab; isActive: boolean }) {
  const { t } = useTranslation('luna');
  const { workspace } = useLuna();
  const actions = useTabActions();
  const { link } = useStore(tab.session.store);
  const [isRenaming, setRenaming] = useState(false);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const look = lookOf(link);
  const name = tabName(tab);
  const username = link.facts?.account.username || tab.target.username || tab.target.accountName;
  const word = t(`phase.${look.word}`);
  return (
    <div className={cx(styles.tab, isActive && styles.active)} role="presentation" data-tab={tab.key}>
      {isRenaming ? (
        <TabNameField
          name={name}
          onDone={(title) => {
            setRenaming(false);
            if (title !== null) workspace.rename(tab.key, title === assetName(tab) ? '' : title);
          }}
        />
      ) : (
        <button
          type="button"
          role="tab"
          id={`tab-${tab.key}`}
          aria-selected={isActive}
          aria-controls={`pane-${tab.key}`}
          tabIndex={isActive ? 0 : -1}
          title={t('tabs.hint', { name: assetName(tab), username, phase: word })}
          className={styles.label}
          onClick={() => workspace.activate(tab.key)}
          onAuxClick={(event) => event.button === 1 && actions.close(tab.key)}
          onDoubleClick={() => setRenaming(true)}
          onContextMenu={(event) => {
            event.preventDefault();
            setMenuAt({ x: event.clientX, y: event.clientY });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Delete') actions.close(tab.key);
            if (event.key === 'F2') setRenaming(true);
          }}
        >
          <span className={`k-${look.kind} ${look.kind === 'run' ? 'spin' : ''}`}>
            <Glyph name={look.glyph} size={8} />
          </span>
          <AssetGlyph kind={tab.target.asset.icon} size={13} />
          <span className={styles.name}>{name}</span>
          <span className={cx('mono', styles.user)}>{username}</span>
          <span className="visually-hidden">{word}</span>
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.close}
        title={t('tabs.close')}
        onClick={() => actions.close(tab.key)}
      >
        <Icon of={CloseOutlined} size={9} />
      </button>
      {menuAt && (
        <TabMenu tab={tab} at={menuAt} onRename={() => setRenaming(true)} onClose={() => setMenuAt(null)} />
      )}
    </div>
  );
}
