import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { cx } from '../../replay/dark/cx.ts';
import { IconButton } from '../../replay/dark/IconButton.tsx';
import { findDecorations } from '../../replay/dark/terminalThemes.ts';
import { useLuna } from '../LunaContext.tsx';
import styles from './terminal.module.css';
import type { TerminalSession } from './terminalSession.ts';

const isPattern = (text: string) => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
};

type ToggleProps = { sign: string; tip: string; isOn: boolean; onToggle: (isOn: boolean) => void };

function Toggle({ sign, tip, isOn, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={tip}
      data-tip={tip}
      className={cx(styles.toggle, 'mono')}
      onClick={() => onToggle(!isOn)}
    >
      {sign}
    </button>
  );
}

/** Finds text on the screen and in the scrollback. */
export function FindBar({ session }: { session: TerminalSession }) {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const [text, setText] = useState('');
  const [options, setOptions] = useState({ caseSensitive: false, regex: false });
  const [found, setFound] = useState({ at: -1, count: 0 });
  const field = useRef<HTMLInputElement>(null);
  const { search, terminal } = session;

  useEffect(() => {
    field.current?.select();
    const stop = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ at: resultIndex, count: resultCount }),
    );
    return () => {
      stop.dispose();
      search.clearDecorations();
    };
  }, [search]);
  const isValid = !options.regex || isPattern(text);
  const isSearchable = text !== '' && isValid;
  const find = (direction: 'next' | 'previous') => {
    if (!isSearchable) return;
    if (direction === 'next') search.findNext(text, { ...options, decorations: findDecorations });
    else search.findPrevious(text, { ...options, decorations: findDecorations });
  };
  useEffect(() => {
    if (isSearchable)
      search.findPrevious(text, { ...options, incremental: true, decorations: findDecorations });
    else search.clearDecorations();
  }, [search, text, options, isSearchable]);
  const close = () => {
    workbench.showFind(false);
    terminal.focus();
  };
  const result =
    text === ''
      ? ''
      : found.count === 0
        ? t('find.none')
        : t('find.at', { at: found.at + 1, count: found.count });
  return (
    <search className={styles.find}>
      <input
        ref={field}
        aria-label={t('find.title')}
        placeholder={t('find.title')}
        value={text}
        spellCheck={false}
        aria-invalid={!isValid}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') close();
          if (event.key === 'Enter') find(event.shiftKey ? 'next' : 'previous');
        }}
      />
      <span className={styles.findCount} role="status">
        {isValid ? result : t('find.badPattern')}
      </span>
      <Toggle
        sign="Aa"
        tip={t('find.case')}
        isOn={options.caseSensitive}
        onToggle={(caseSensitive) => setOptions({ ...options, caseSensitive })}
      />
      <Toggle
        sign=".*"
        tip={t('find.regex')}
        isOn={options.regex}
        onToggle={(regex) => setOptions({ ...options, regex })}
      />
      <IconButton icon={UpOutlined} tip={t('find.previous')} size={12} onClick={() => find('previous')} />
      <IconButton icon={DownOutlined} tip={t('find.next')} size={12} onClick={() => find('next')} />
      <IconButton icon={CloseOutlined} tip={t('find.close')} size={11} onClick={close} />
    </search>
  );
}
