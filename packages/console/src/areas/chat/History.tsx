import { DeleteOutlined, HistoryOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { Failed } from '../../platform/page/Failed.tsx';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './chat.module.css';
import type { ChatSummary } from './chatStore.ts';
import type { Chat } from './createChat.ts';

/** Earlier conversations; only their owner sees them. */
export function History({ chat, chats }: { chat: Chat; chats: readonly ChatSummary[] }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const confirm = useConfirm();
  const listed = useQuery({
    queryKey: ['chats'],
    queryFn: async () => {
      await chat.loadChats();
      return null;
    },
  });
  if (listed.error) return <Failed query={listed} />;
  if (listed.isPending && chats.length === 0) return <SkeletonRows rows={4} columns={1} />;
  if (chats.length === 0)
    return (
      <EmptyState
        icon={<HistoryOutlined aria-hidden />}
        title={t('history.none')}
        text={t('history.about')}
      />
    );
  const remove = async ({ id, title }: ChatSummary) => {
    const isMeant = await confirm({
      title: t('history.deleteQuestion'),
      body: title,
      okText: common('action.delete'),
      danger: true,
    });
    if (isMeant) await chat.remove(id).catch(() => undefined);
  };
  return (
    <ul className={styles.history} aria-label={t('tab.history')}>
      {chats.map((summary) => (
        <li key={summary.id}>
          <button type="button" onClick={() => void chat.open(summary.id).catch(() => undefined)}>
            <span className="ell">{summary.title}</span>
            <TimeText value={summary.date_updated ?? ''} relative />
          </button>
          <IconButton
            icon={<DeleteOutlined aria-hidden />}
            tip={t('history.delete', { title: summary.title })}
            size={28}
            onClick={() => void remove(summary)}
          />
        </li>
      ))}
    </ul>
  );
}
