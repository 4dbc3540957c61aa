import { SearchOutlined } from '@ant-design/icons';
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useShortcut } from '../../platform/keys/useShortcut.ts';
import { hasWords } from '../../platform/search/hasWords.ts';
import { type IndexedSetting, settingIndex } from './settingIndex.ts';
import styles from './settings.module.css';

/** Maximum number of settings that are offered. */
const MOST = 10;

/** Those whose label begins with the words come first. */
const found = (index: readonly IndexedSetting[], words: string): IndexedSetting[] => {
  const rank = ({ title }: IndexedSetting) => (title.toLowerCase().startsWith(words.toLowerCase()) ? 0 : 1);
  return index
    .filter(({ title, place, also }) => hasWords(`${title} ${place} ${also}`, words))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
};

/** Words, the settings they fit, and which of these Enter opens. */
const useFound = (panels: readonly ShownSettingPanel[]) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.trim();
  const offered = words === '' ? [] : found(settingIndex(panels), words);
  return {
    text,
    words,
    offered,
    at,
    look: (next: string) => {
      setText(next);
      setAt(0);
    },
    move: (by: number) => setAt((at + by + offered.length) % Math.max(1, offered.length)),
  };
};

type Props = {
  /** The panels the user may read; without any, nothing is drawn. */
  panels: readonly ShownSettingPanel[] | undefined;
  /** Whether "/" leads to the search; not where a list has one. */
  hasShortcut?: boolean;
};

/** Finds a setting on any page by its label, its key, its help or what it is about, and leads to its field. */
export function SettingSearch({ panels = [], hasShortcut = true }: Props) {
  return panels.length > 0 && <Search panels={panels} hasShortcut={hasShortcut} />;
}

function Search({ panels, hasShortcut }: { panels: readonly ShownSettingPanel[]; hasShortcut: boolean }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<InputRef>(null);
  const { text, words, offered, at, look, move } = useFound(panels);
  useShortcut('/', () => input.current?.focus(), { enabled: hasShortcut });
  const open = ({ to }: IndexedSetting) => {
    look('');
    void navigate(to);
  };
  const chosen = offered[at];
  const onKeyDown = (event: KeyboardEvent) => {
    if (words === '' || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') look('');
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <search className={styles.search}>
      <Input
        ref={input}
        role="combobox"
        aria-label={t('search.label')}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        aria-expanded={words !== ''}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${chosen.name}` : undefined}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('search.label')}
        allowClear
        value={text}
        onChange={(event) => look(event.target.value)}
        onBlur={() => look('')}
        onKeyDown={onKeyDown}
      />
      {words !== '' && <Offered {...{ id, offered, at }} onOpen={open} />}
    </search>
  );
}

function Offered(props: {
  id: string;
  offered: readonly IndexedSetting[];
  at: number;
  onOpen: (setting: IndexedSetting) => void;
}) {
  const { t } = useTranslation('settings');
  const { id, offered, at, onOpen } = props;
  return (
    <div className={styles.offered}>
      <div role="listbox" id={`${id}-list`} aria-label={t('search.label')}>
        {offered.map((setting, place) => (
          <div
            key={setting.name}
            id={`${id}-${setting.name}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === at}
            className={styles.found}
            // Before the field loses the focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onOpen(setting);
            }}
          >
            <span>{setting.title}</span>
            <span>{setting.place}</span>
          </div>
        ))}
      </div>
      {offered.length === 0 && <p role="status">{t('search.none')}</p>}
    </div>
  );
}
