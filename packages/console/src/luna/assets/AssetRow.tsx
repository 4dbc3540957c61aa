import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import EllipsisOutlined from '@ant-design/icons-svg/es/asn/EllipsisOutlined';
import FolderOpenOutlined from '@ant-design/icons-svg/es/asn/FolderOpenOutlined';
import FolderOutlined from '@ant-design/icons-svg/es/asn/FolderOutlined';
import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import LoadingOutlined from '@ant-design/icons-svg/es/asn/LoadingOutlined';
import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../replay/dark/Icon.tsx';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import { TreeItem } from '../../theme/kit/tree/TreeParts.tsx';
import { AssetGlyph } from './AssetGlyph.tsx';
import styles from './assets.module.css';
import { FAVORITE_KEY, RECENT_KEY } from './assetTree.ts';
import { factsOf, type TreeRow } from './treeModel.ts';
import { UnopenedMark } from './UnopenedMark.tsx';
import type { UnopenedText } from './useUnopenedText.ts';

const ICONS: Record<string, ReactNode> = {
  [FAVORITE_KEY]: <Icon of={StarFilled} className={styles.star} />,
  [RECENT_KEY]: <Icon of={HistoryOutlined} className={styles.quiet} />,
};
type RowProps = {
  row: TreeRow;
  isLoading: boolean;
  isEmpty: boolean;
  isInOrder: boolean;
  isOpen: boolean;
  isActive: boolean;
  /** Set if the web terminal cannot open the asset. */
  unopened: UnopenedText | undefined;
};

const same = (before: RowProps, after: RowProps) =>
  before.row.item === after.row.item &&
  (['isLoading', 'isEmpty', 'isInOrder', 'isOpen', 'isActive'] as const).every(
    (key) => before[key] === after[key],
  ) &&
  before.unopened?.sentence === after.unopened?.sentence &&
  before.row.isExpanded === after.row.isExpanded &&
  before.row.level === after.row.level &&
  before.row.siblings === after.row.siblings;

/** One line of the asset tree. */
export const AssetRow = memo(function AssetRow(props: RowProps) {
  const { row, isLoading, isEmpty, isInOrder, isOpen, isActive, unopened } = props;
  const { t } = useTranslation('luna');
  const { item, level, isExpanded } = row;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const label =
    item.key === FAVORITE_KEY
      ? t('assets.favorites')
      : item.key === RECENT_KEY
        ? t('assets.recent')
        : item.label;
  return (
    <TreeItem
      ref={ref}
      line={factsOf(row)}
      isStop={isInOrder}
      aria-selected={isActive}
      aria-disabled={item.isInactive || undefined}
      title={[item.hint, unopened?.sentence].filter(Boolean).join('\n') || undefined}
      data-unopened={unopened && true}
      className={styles.row}
      style={{ paddingLeft: 6 + (level - 1) * 16 }}
    >
      <span className={styles.arrow} data-open={isExpanded || undefined}>
        {isLoading ? (
          <Icon of={LoadingOutlined} size={10} className="spin" />
        ) : (
          item.isParent && <Icon of={CaretRightOutlined} size={9} />
        )}
      </span>
      <span className={styles.icon}>
        {item.asset ? (
          <AssetGlyph kind={item.icon} />
        ) : (
          (ICONS[item.key] ?? (
            <Icon of={isExpanded ? FolderOpenOutlined : FolderOutlined} className={styles.quiet} />
          ))
        )}
      </span>
      <span className={styles.label}>{label}</span>
      {isEmpty && <span className={styles.count}>{t('assets.empty')}</span>}
      {item.isInactive && <span className={styles.count}>{t('assets.inactive')}</span>}
      {unopened && <UnopenedMark text={unopened} />}
      {isOpen && (
        <span className="k-ok" title={t('assets.connected')}>
          <Glyph name="ok" size={8} />
          <span className="visually-hidden">{t('assets.connected')}</span>
        </span>
      )}
      {item.count !== null && <span className={`${styles.count} num`}>{item.count}</span>}
      {item.asset && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.more}
          aria-label={t('assets.menu', { name: item.label })}
          aria-haspopup="menu"
          data-more
        >
          <Icon of={EllipsisOutlined} size={14} />
        </button>
      )}
    </TreeItem>
  );
}, same);
