import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { ComboboxList } from '../../theme/kit/combobox/ComboboxParts.tsx';
import type { Entry } from './Entry.ts';
import styles from './Palette.module.css';
import { PaletteLine } from './PaletteLine.tsx';
import type { PaletteState } from './usePalette.ts';

/** The groups of lines under their headings, or the actions of one line. */
export function PaletteList({ palette }: { palette: PaletteState }) {
  const { t } = useTranslation('palette');
  const { t: common } = useTranslation('common');
  const { groups, opened, lines, combobox, words, isSettled, failure } = palette;
  const { id } = combobox;
  const isFailed = failure !== undefined && isSettled;
  const shown: { key: string; title: string; entries: readonly Entry[] }[] = opened
    ? [{ key: 'actions', title: t('group.actions', { name: opened.title }), entries: lines }]
    : groups.map(({ key, entries }) => ({ key, title: t(`group.${key}`), entries }));
  return (
    <>
      <ComboboxList of={combobox} aria-label={t('title')} aria-busy={!isSettled} className={styles.list}>
        {shown.map(({ key, title, entries }) => (
          <fieldset key={key} className={styles.group} aria-labelledby={`${id}-${key}`}>
            <div id={`${id}-${key}`} role="presentation" className={styles.heading}>
              {title}
            </div>
            {entries.map((entry) => (
              <PaletteLine
                key={entry.id}
                of={combobox}
                entry={entry}
                words={opened ? '' : words}
                onRun={(inNewTab) => palette.run(entry, inNewTab)}
                onKeyDown={palette.onKeyDown}
              />
            ))}
          </fieldset>
        ))}
      </ComboboxList>
      {isFailed && (
        <p role="alert" className={styles.none}>
          {errorText(failure, common)}
        </p>
      )}
      {lines.length === 0 && isSettled && !isFailed && <p className={styles.none}>{t('none', { words })}</p>}
      <p role="status" className="visually-hidden">
        {isSettled && t('found', { count: lines.length })}
      </p>
    </>
  );
}
