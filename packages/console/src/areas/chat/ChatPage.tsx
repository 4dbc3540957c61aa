import { MessageOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useSession } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import styles from './chat.module.css';

/** The assistant as a page, at the address that older clients use. */
export function ChatPage() {
  const { t } = useTranslation('chat');
  const { settings } = useSession();
  return (
    <PageFrame title={t('title')} fill>
      {settings.CHAT_AI_ENABLED === true ? (
        <div className={styles.page}>
          <ChatPanel />
        </div>
      ) : (
        <EmptyState icon={<MessageOutlined aria-hidden />} title={t('off')} text={t('offText')} />
      )}
    </PageFrame>
  );
}
