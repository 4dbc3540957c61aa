import MenuFoldOutlined from '@ant-design/icons-svg/es/asn/MenuFoldOutlined';
import ReloadOutlined from '@ant-design/icons-svg/es/asn/ReloadOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { useStore } from '../../platform/store.ts';
import controls from '../../replay/dark/controls.module.css';
import { Icon } from '../../replay/dark/Icon.tsx';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { useLuna } from '../LunaContext.tsx';
import { AssetTree } from './AssetTree.tsx';
import styles from './assets.module.css';
import { SearchResults } from './SearchResults.tsx';

/** The permitted assets: search on top, the tree below. */
export function AssetPanel() {
  const { t } = useTranslation('luna');
  const { tree, workbench } = useLuna();
  const { currentOrg } = useSession();
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  useEffect(() => {
    tree.load();
  }, [tree]);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{t('assets.title')}</h2>
        <IconButton
          icon={ReloadOutlined}
          tip={t('assets.refresh')}
          size={13}
          onClick={() => tree.load(true)}
        />
        <IconButton
          icon={MenuFoldOutlined}
          tip={t('assets.hide')}
          size={13}
          onClick={() => workbench.showTree(false)}
        />
      </div>
      <div className={styles.search}>
        <Icon of={SearchOutlined} size={13} />
        <input
          type="search"
          value={query}
          aria-label={t('assets.search')}
          placeholder={t('assets.searchHint')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('');
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.currentTarget
              .closest('aside')
              ?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], [data-hit]')
              ?.focus();
          }}
        />
      </div>
      <div className={styles.body}>
        {isSearching ? <SearchResults key={currentOrg?.id} query={query.trim()} /> : <TreeArea />}
      </div>
    </div>
  );
}

function TreeArea() {
  const { t } = useTranslation(['luna', 'common']);
  const { tree } = useLuna();
  const { status, error, tree: state } = useStore(tree.store);
  if (status === 'failed')
    return (
      <div className={styles.note} role="alert">
        <p>{errorText(error, (key, params) => t(`common:${key}`, params ?? {}))}</p>
        <button type="button" className={`${controls.button} ${controls.small}`} onClick={() => tree.load()}>
          {t('action.retry')}
        </button>
      </div>
    );
  const isFirst = status === 'loading' && Object.keys(state.items).length === 0;
  if (isFirst)
    return (
      <div className={styles.skeleton} role="status" aria-label={t('assets.loading')}>
        {[70, 50, 60, 45, 64, 40].map((width) => (
          <span key={width} style={{ width: `${width}%` }} />
        ))}
      </div>
    );
  return <AssetTree />;
}
