import { DisconnectOutlined, InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { MessageRow } from './MessageRow.tsx';
import styles from './messages.module.css';
import { type Shown, type SiteMessage, useMessages } from './useMessages.ts';

const ROW_HEIGHT = 76;

type Props = {
  shown: Shown;
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
  onOpen: (message: SiteMessage) => void;
  onMark: (id: string) => void;
};

/** Messages in pages, or why there are none. */
export function MessageList({ shown, selected, onSelect, onOpen, onMark }: Props) {
  const { t } = useTranslation('shell');
  const { t: common } = useTranslation('common');
  const list = useMessages(shown);
  const { messages } = list;
  if (list.isPending) return <SkeletonRows rows={6} columns={1} height={ROW_HEIGHT} />;
  if (list.isError && messages.length === 0)
    return (
      <EmptyState
        icon={<DisconnectOutlined aria-hidden style={{ color: 'var(--bad)' }} />}
        title={t('messages.failed')}
        text={errorText(list.error, common)}
        actions={<Button onClick={() => void list.refetch()}>{common('action.retry')}</Button>}
      />
    );
  if (messages.length === 0)
    return <EmptyState icon={<InboxOutlined aria-hidden />} title={t(`messages.none.${shown}`)} />;
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((entry) => entry !== id) : [...selected, id]);
  return (
    <div className={styles.scroll}>
      <ul className={styles.list} aria-label={t('messages.title')}>
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            isSelected={selected.includes(message.id)}
            onToggle={() => toggle(message.id)}
            onOpen={() => onOpen(message)}
            onMark={() => onMark(message.id)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('messages.older')}
          </Button>
        </div>
      )}
    </div>
  );
}
