import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { Icon } from '../../replay/night/Icon.tsx';
import { AssetGlyph } from '../assets/AssetGlyph.tsx';
import { assetsById, type PermedRow } from '../assets/assetSource.ts';
import { useAssetSearch } from '../assets/SearchResults.tsx';
import { useLuna } from '../LunaContext.tsx';
import dialogs from '../ui/dialog.module.css';
import styles from './connect.module.css';

const MOST = 8;

type Group = { key: 'recent' | 'favorites' | 'hits'; rows: PermedRow[] };

/** Entries of the palette: results while typing, else recent and favourite assets. */
const useGroups = (query: string): Group[] => {
  const http = useHttp();
  const { session } = usePlatform();
  const { recents, tree } = useLuna();
  const { favorites } = useStore(tree.store);
  const recent = recents.get(session.get().currentOrg?.id ?? '');
  const others = [...favorites].filter((id) => !recent.includes(id)).slice(0, MOST);
  const known = useQuery({
    queryKey: ['luna', 'palette', recent, others],
    queryFn: ({ signal }) => assetsById(http, [...recent, ...others], signal),
    gcTime: 0,
  });
  const hits = useAssetSearch(query);
  if (query !== '') return [{ key: 'hits', rows: hits?.rows.slice(0, MOST) ?? [] }];
  const rows = known.data ?? [];
  const groups: Group[] = [
    { key: 'recent', rows: rows.filter((row) => recent.includes(row.id)) },
    { key: 'favorites', rows: rows.filter((row) => others.includes(row.id)) },
  ];
  return groups.filter((group) => group.rows.length > 0);
};

/** A dialog above everything while mounted; the focus then returns. */
const useOnTop = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
};

type OptionProps = {
  id: string;
  row: PermedRow;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function PaletteOption({ id, row, isChosen, onPoint, onChoose, onKeyDown }: OptionProps) {
  const isInactive = row.is_active === false;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isInactive || undefined}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={() => !isInactive && onChoose()}
      onKeyDown={onKeyDown}
    >
      <AssetGlyph kind={row.type?.value ?? row.category?.value ?? ''} />
      <span className={`${styles.optionName} ell`}>{row.name}</span>
      <span className={`${styles.optionFact} mono ell`}>{row.address}</span>
    </div>
  );
}

/** Connects by name: type, select, Enter (Alt K). */
export function ConnectPalette() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const dialog = useOnTop();
  const query = text.trim();
  const groups = useGroups(query);
  const rows = groups.flatMap((group) => group.rows).filter((row) => row.is_active !== false);
  const chosen = rows[Math.min(at, rows.length - 1)];
  const close = () => workbench.showPalette(false);
  const connect = (row: PermedRow | undefined) => row && workbench.connect({ assetId: row.id });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, rows.length - 1) + step + rows.length) % rows.length);
    }
    if (event.key !== 'Enter') return;
    // The same key press must not reach the dialog that opens.
    event.preventDefault();
    connect(chosen);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={t('palette.title')}
      className={`${dialogs.dialog} ${styles.palette}`}
      style={{ width: 680 }}
      onCancel={close}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={onKeyDown}
    >
      <div className={styles.paletteInput}>
        <Icon of={SearchOutlined} size={16} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={chosen ? `${id}${chosen.id}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('assets.searchHint')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div role="listbox" id={`${id}list`} aria-label={t('assets.title')} className={styles.paletteList}>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <div role="presentation" className={styles.paletteHeading}>
              {t(`palette.${group.key}`)}
            </div>
            {group.rows.map((row) => (
              <PaletteOption
                key={row.id}
                id={`${id}${row.id}`}
                row={row}
                isChosen={row === chosen}
                onPoint={() => row !== chosen && rows.includes(row) && setAt(rows.indexOf(row))}
                onChoose={() => connect(row)}
                onKeyDown={onKeyDown}
              />
            ))}
          </Fragment>
        ))}
      </div>
      <div className={styles.paletteFoot} role="status">
        {rows.length === 0
          ? t(query === '' ? 'palette.start' : 'palette.none', { query })
          : t('palette.keys')}
      </div>
    </dialog>
  );
}
