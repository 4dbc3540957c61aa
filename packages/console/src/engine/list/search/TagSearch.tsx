import CloseOutlined from '@ant-design/icons/CloseOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../platform/keys/useShortcut.ts';
import styles from './TagSearch.module.css';
import type { SearchOption, TagFilter } from './tagSearch.ts';
import { useTagSearch } from './useTagSearch.ts';

type Props = {
  tags: TagFilter[];
  options: SearchOption[];
  onChange: (tags: TagFilter[], options: { replace: boolean }) => void;
  hasShortcut?: boolean;
};

type PartProps = { search: ReturnType<typeof useTagSearch> };

/** The current search terms; clicking one edits it, unless its value is one of a list. */
function Chips({ search, options, onEdit }: PartProps & { options: SearchOption[]; onEdit: () => void }) {
  const { t } = useTranslation('engine');
  const { state, dispatch } = search;
  const keyLabel = options.find(({ key }) => key === state.keyInEdit)?.label;
  return (
    <span className={styles.chips}>
      {state.tags.map((tag, index) => (
        <span
          key={`${tag.key}:${tag.value}`}
          className={styles.chip}
          data-armed={state.armed && index === state.tags.length - 1}
        >
          <button
            type="button"
            className={styles.chipText}
            onClick={() => {
              dispatch({ type: 'edit', index, options });
              onEdit();
            }}
          >
            {t('search.chip', { key: tag.label, value: tag.valueLabel ?? tag.value })}
          </button>
          <button
            type="button"
            className={styles.chipClose}
            aria-label={t('search.remove', { key: tag.label, value: tag.valueLabel ?? tag.value })}
            onClick={() => dispatch({ type: 'remove', index })}
          >
            <CloseOutlined aria-hidden />
          </button>
        </span>
      ))}
      {keyLabel && <span className={styles.chip}>{t('search.keyInEdit', { key: keyLabel })}</span>}
    </span>
  );
}

/** Suggestions for the typed text. */
function Suggestions({ search, id }: PartProps & { id: string }) {
  const { t } = useTranslation('engine');
  const { state, suggestions, highlighted } = search;
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('search.suggestions')}>
      {suggestions.map((suggestion, index) => (
        <div
          tabIndex={-1}
          key={`${suggestion.kind}:${suggestion.value}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === highlighted}
          className={styles.option}
          onMouseDown={(event) => {
            event.preventDefault();
            search.pick(index);
          }}
        >
          {suggestion.label}
        </div>
      ))}
      {state.text && !state.keyInEdit && (
        <div className={styles.hint}>{t('search.enterToSearch', { text: state.text })}</div>
      )}
    </div>
  );
}

/** Search by keys and values: chips inside the box, suggestions below it. */
export function TagSearch({ tags, options, onChange, hasShortcut = false }: Props) {
  const { t } = useTranslation('engine');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const search = useTagSearch({ tags, options, searchLabel: t('search.freeText'), onChange });
  const { state, dispatch, suggestions, highlighted } = search;
  const [count, setCount] = useState(state.tags.length);
  if (count !== state.tags.length) {
    setCount(state.tags.length);
    // A complete filter closes the suggestions, which would cover the matching rows.
    if (state.tags.length > count) setOpen(false);
  }
  useShortcut('/', () => input.current?.focus(), { enabled: hasShortcut });
  // Without suggestions, nothing covers the rows that match what is being typed.
  const showList = isOpen && suggestions.length > 0;
  return (
    <search className={styles.box}>
      <SearchOutlined aria-hidden="true" />
      <Chips search={search} options={options} onEdit={() => input.current?.focus()} />
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-expanded={showList}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={highlighted >= 0 ? `${listId}-${highlighted}` : undefined}
        aria-label={t('search.label')}
        placeholder={t(state.tags.length ? 'search.addFilter' : 'search.placeholder')}
        value={state.text}
        onChange={(event) => {
          dispatch({ type: 'text', text: event.target.value });
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !showList) dispatch({ type: 'text', text: '' });
          else if (event.key === 'Escape') setOpen(false);
          else {
            if (event.key === 'ArrowDown') setOpen(true);
            search.handleKey(event);
          }
        }}
        {...search.composition}
        onClick={() => setOpen(true)}
        // A dialog starts on its first field by itself: suggestions would cover its rows before they were read.
        onFocus={({ currentTarget }) => setOpen(!currentTarget.closest('[role=dialog]'))}
        onBlur={() => setOpen(false)}
      />
      {showList && <Suggestions search={search} id={listId} />}
    </search>
  );
}
