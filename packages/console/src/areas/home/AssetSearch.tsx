import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { useShortcut } from '../../platform/keys/useShortcut.ts';
import { connectUrl } from '../../platform/route/webTerminal.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import styles from './AssetSearch.module.css';
import { type OpenAsset, useAssetHits } from './useHome.ts';

const MOST = 8;
const PAUSE_MS = 240;
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The large field of the home page: the user types part of an asset's name, address or comment and presses
 * Enter to connect to the asset.
 */
export function AssetSearch() {
  const { t } = useTranslation('areas');
  const { currentOrg } = useSession();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.trim();
  const found = useAssetHits(useDebounced(words, PAUSE_MS), MOST);
  const hits = words === '' ? undefined : found?.filter((asset) => asset.is_active !== false);
  useShortcut('/', () => field.current?.focus());

  const type = (next: string) => {
    setText(next);
    setAt(0);
  };
  const open = (asset: OpenAsset | undefined) => {
    if (!asset) return;
    window.open(connectUrl({ asset: asset.id, orgId: asset.org_id || currentOrg?.id }), '_blank', 'noopener');
    type('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event) || !hits) return;
    const step = steps[event.key];
    if (step) setAt((at + step + hits.length) % Math.max(1, hits.length));
    else if (event.key === 'Enter') open(hits[at]);
    else if (event.key === 'Escape') type('');
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t('home.search')}
        aria-expanded={hits !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={hits?.[at] && `${listId}-${at}`}
        autoComplete="off"
        placeholder={t('home.search')}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKey}
        onBlur={() => type('')}
      />
      <Kbd>/</Kbd>
      {hits && <Hits id={listId} hits={hits} at={at} onPick={open} />}
    </div>
  );
}

function Hits(props: { id: string; hits: OpenAsset[]; at: number; onPick: (asset: OpenAsset) => void }) {
  const { t } = useTranslation('areas');
  if (props.hits.length === 0)
    return (
      <p className={styles.hits} role="status">
        {t('home.noHit')}
      </p>
    );
  return (
    <div className={styles.hits} id={props.id} role="listbox" aria-label={t('home.search')}>
      {props.hits.map((asset, place) => (
        <div
          key={asset.id}
          id={`${props.id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === props.at}
          className={styles.hit}
          // Runs before the field loses the focus and the list closes.
          onMouseDown={(event) => {
            event.preventDefault();
            props.onPick(asset);
          }}
        >
          <AssetIcon type={asset.type?.value} category={asset.category?.value} />
          <b className="ell">{asset.name}</b>
          <Mono>{asset.address}</Mono>
        </div>
      ))}
    </div>
  );
}
