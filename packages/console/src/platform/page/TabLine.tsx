import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/formatNumber.ts';
import { useViewport } from '../viewport/useViewport.ts';
import styles from './TabLine.module.css';
import { type PageTab, visibleTabs } from './tabs.ts';

/** Where an arrow key, Home or End moves the focus among the tabs. */
const steps: Readonly<Record<string, ((at: number, last: number) => number) | undefined>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};
const sideSteps: typeof steps = { ...steps, ArrowDown: steps.ArrowRight, ArrowUp: steps.ArrowLeft };

const tabElements = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []),
];

/**
 * A line of tabs; the page shows the content itself. `bare` leaves out the rule under the tabs; `isSide` makes
 * it a list beside the content where there is room. Arrow keys, Home and End move the focus; Enter selects.
 */
export function TabLine(props: {
  tabs: readonly PageTab[];
  active: string;
  onPick: (key: string) => void;
  bare?: boolean;
  isSide?: boolean;
  extra?: ReactNode;
}) {
  const { t } = useTranslation('common');
  const list = useRef<HTMLDivElement>(null);
  const tabs = visibleTabs(props.tabs);
  const { isMobile } = useViewport();
  const isColumn = props.isSide === true && !isMobile;
  const [focused, setFocused] = useState<string>();
  const entry = tabs.some((tab) => tab.key === focused) ? focused : props.active;

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.key === entry);
    const next = tabs[(isColumn ? sideSteps : steps)[event.key]?.(at, tabs.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    setFocused(next.key);
    tabElements(list.current)[tabs.indexOf(next)]?.focus();
  };

  useEffect(() => {
    const tab = tabElements(list.current).find((element) => element.getAttribute('aria-selected') === 'true');
    if (tab?.dataset.tab === props.active) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [props.active]);

  return (
    <div className={`${styles.line} ${props.bare ? styles.bare : ''} ${isColumn ? styles.column : ''}`}>
      <div
        ref={list}
        role="tablist"
        aria-label={t('tabs')}
        {...(isColumn && { 'aria-orientation': 'vertical' as const })}
        className={styles.tabs}
        tabIndex={-1}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            aria-selected={tab.key === props.active}
            tabIndex={tab.key === entry ? 0 : -1}
            className={styles.tab}
            onFocus={() => setFocused(tab.key)}
            onBlur={() => setFocused(undefined)}
            onClick={() => props.onPick(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <>
                {' '}
                <span className={styles.count}>{formatNumber(tab.count)}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {props.extra && <div className={styles.extra}>{props.extra}</div>}
    </div>
  );
}
