import { DeleteOutlined, HistoryOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { EmptyState } from '../../theme/EmptyState.tsx';
import { IconButton } from '../../theme/IconButton.tsx';
import { TimeText } from '../../theme/TimeText.tsx';
import styles from './chat.module.css';
import type { ChatSummary } from './chatStore.ts';
import type { Chat } from './createChat.ts';

/** Conversations of earlier; only their owner sees them. */
export function History({ chat, chats }: { chat: Chat; chats: readonly ChatSummary[] }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const confirm = useConfirm();
  useEffect(() => {
    void chat.loadChats().catch(() => undefined);
  }, [chat]);
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
      {chats.map((one) => (
        <li key={one.id}>
          <button type="button" onClick={() => void chat.open(one.id).catch(() => undefined)}>
            <span className="ell">{one.title}</span>
            <TimeText value={one.date_updated} />
          </button>
          <IconButton
            icon={<DeleteOutlined aria-hidden />}
            tip={t('history.delete', { title: one.title })}
            size={28}
            onClick={() => void remove(one)}
          />
        </li>
      ))}
    </ul>
  );
}
