import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProtocolTag } from '../../theme/tag/ProtocolTag.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import styles from './CollapsedTags.module.css';

/** Number of items shown before the rest are collapsed. */
const SHOWN = 3;

/** Items on one line: the first three, and if there are more, `+n`, which opens a list of all. */
export function CollapsedItems({ items }: { items: { key: string; node: ReactNode }[] }) {
  const { t } = useTranslation('engine');
  const rest = items.slice(SHOWN);
  return (
    <span className={styles.line}>
      {items.slice(0, SHOWN).map(({ key, node }) => (
        <span key={key} className={styles.item}>
          {node}
        </span>
      ))}
      {rest.length > 0 && (
        <Popover
          trigger={['click', 'hover']}
          content={
            <span className={styles.all}>
              {items.map(({ key, node }) => (
                <span key={key}>{node}</span>
              ))}
            </span>
          }
        >
          <button
            type="button"
            className={styles.more}
            aria-label={t('list.moreTags', { count: rest.length })}
          >
            +{rest.length}
          </button>
        </Popover>
      )}
    </span>
  );
}

/** Words as grey tags, collapsed after the first three; a dash if there are none. */
export function CollapsedTags({ items }: { items: readonly string[] }) {
  if (items.length === 0) return <Dash />;
  return (
    <CollapsedItems
      items={items.map((item, index) => ({
        key: `${index}:${item}`,
        node: <ProtocolTag>{item}</ProtocolTag>,
      }))}
    />
  );
}
