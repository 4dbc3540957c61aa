import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { Icon } from '../../replay/dark/Icon.tsx';
import { ComboboxInput, ComboboxList, ComboboxOption } from '../../theme/kit/combobox/ComboboxParts.tsx';
import { type Combobox, useCombobox } from '../../theme/kit/combobox/useCombobox.ts';
import { useModalDialog } from '../../theme/kit/useModalDialog.ts';
import { AssetGlyph } from '../assets/AssetGlyph.tsx';
import { assetsById, type PermedRow } from '../assets/assetSource.ts';
import { useAssetSearch } from '../assets/SearchResults.tsx';
import { UnopenedMark } from '../assets/UnopenedMark.tsx';
import { type UnopenedText, useUnopenedText } from '../assets/useUnopenedText.ts';
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

type OptionProps = {
  of: Combobox;
  row: PermedRow;
  unopened: UnopenedText | undefined;
  onChoose: () => void;
};

function PaletteOption({ of, row, unopened, onChoose }: OptionProps) {
  const isInactive = row.is_active === false;
  return (
    <ComboboxOption
      of={of}
      line={row}
      aria-disabled={isInactive || undefined}
      data-unopened={unopened && true}
      className={styles.option}
      onClick={() => !isInactive && onChoose()}
    >
      <AssetGlyph kind={row.type?.value ?? row.category?.value ?? ''} />
      <span className={`${styles.optionName} ell`}>{row.name}</span>
      <span className={`${styles.optionFact} mono ell`}>{row.address}</span>
      {unopened && <UnopenedMark text={unopened} />}
    </ComboboxOption>
  );
}

/** Connects to an asset by its name: type, select, Enter. Opened with Alt+K. */
export function ConnectPalette() {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const [text, setText] = useState('');
  const dialog = useModalDialog();
  const query = text.trim();
  const groups = useGroups(query);
  const rows = groups.flatMap((group) => group.rows).filter((row) => row.is_active !== false);
  const combobox = useCombobox(rows);
  const unopened = useUnopenedText();
  const close = () => workbench.showPalette(false);
  const connect = (row: PermedRow | undefined) => row && workbench.connect({ assetId: row.id });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (combobox.moveBy(event)) event.preventDefault();
    if (event.key !== 'Enter') return;
    // Otherwise the same key press would reach the dialog that opens.
    event.preventDefault();
    connect(combobox.chosen);
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
        <ComboboxInput
          of={combobox}
          aria-label={t('palette.title')}
          placeholder={t('assets.searchHint')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            combobox.choose(undefined);
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <ComboboxList of={combobox} aria-label={t('assets.title')} className={styles.paletteList}>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <div role="presentation" className={styles.paletteHeading}>
              {t(`palette.${group.key}`)}
            </div>
            {group.rows.map((row) => (
              <PaletteOption
                key={row.id}
                of={combobox}
                row={row}
                unopened={unopened(row.protocols.map(({ name }) => name))}
                onChoose={() => connect(row)}
              />
            ))}
          </Fragment>
        ))}
      </ComboboxList>
      <div className={styles.paletteFoot} role="status">
        {rows.length === 0
          ? t(query === '' ? 'palette.start' : 'palette.none', { query })
          : t('palette.keys')}
      </div>
    </dialog>
  );
}
