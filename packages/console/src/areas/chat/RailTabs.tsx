import { Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './chat.module.css';

/** Vertical tabs at the right edge. */
export function RailTabs<K extends string>(props: {
  label: string;
  /** Id of the tab panel. */
  panel: string;
  tabs: readonly { key: K; label: string; icon: ReactNode }[];
  active: K;
  onPick: (key: K) => void;
}) {
  const { tabs, active, onPick } = props;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (tabs.findIndex(({ key }) => key === active) + step + tabs.length) % tabs.length;
    const next = tabs[at];
    if (next) onPick(next.key);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={props.label}
      aria-orientation="vertical"
      className={styles.rail}
      onKeyDown={move}
    >
      {tabs.map(({ key, label, icon }) => (
        <Tooltip key={key} title={label} placement="left" mouseEnterDelay={0.3}>
          <button
            type="button"
            role="tab"
            aria-label={label}
            aria-selected={key === active}
            aria-controls={props.panel}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onPick(key)}
          >
            {icon}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
