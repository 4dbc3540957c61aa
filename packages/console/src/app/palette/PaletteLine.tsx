import type { KeyboardEvent } from 'react';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { ComboboxOption } from '../../theme/kit/combobox/ComboboxParts.tsx';
import type { Combobox } from '../../theme/kit/combobox/useCombobox.ts';
import { Kbd } from '../../theme/tag/Kbd.tsx';
import type { Entry } from './Entry.ts';
import styles from './Palette.module.css';

/** The text, with the first occurrence of the words marked. */
function Marked({ text, words }: { text: string; words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return text;
  const end = at + words.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** An entry as a line of the palette; the chosen line also says what Enter does. */
export function PaletteLine(props: {
  of: Combobox;
  entry: Entry;
  words: string;
  onRun: (inNewTab: boolean) => void;
  /** The combobox's keys, for when a line has the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { of, entry, words } = props;
  const isChosen = entry === of.chosen;
  return (
    <ComboboxOption
      of={of}
      line={entry}
      className={`${styles.line} ${isChosen ? styles.chosen : ''} ${entry.obstacle ? styles.unopened : ''}`}
      onClick={(event) => props.onRun(event.ctrlKey || event.metaKey)}
      onKeyDown={props.onKeyDown}
    >
      <span className={styles.icon}>{entry.icon}</span>
      <span
        className={`${styles.name} ${entry.isMachine ? 'mono' : ''} ${entry.danger ? styles.danger : ''} ell`}
      >
        <Marked text={entry.title} words={words} />
      </span>
      <span className={`${styles.fact} ell`}>{[entry.obstacle, entry.fact].filter(Boolean).join(' · ')}</span>
      {entry.state && (
        <span className={entry.state.glyph === 'bad' ? styles.bad : styles.ok}>
          <Glyph name={entry.state.glyph} size={8} />
          <span className="visually-hidden">{entry.state.text}</span>
        </span>
      )}
      {isChosen && entry.verb && <span className={styles.verb}>{entry.verb}</span>}
      <span className={styles.keys} aria-hidden="true">
        {isChosen ? <Kbd>↵</Kbd> : entry.keys?.map((key) => <Kbd key={key}>{key}</Kbd>)}
      </span>
    </ComboboxOption>
  );
}
