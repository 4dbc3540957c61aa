import { HistoryOutlined, MessageOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Composer } from './Composer.tsx';
import styles from './chat.module.css';
import type { ChatTab } from './chatStore.ts';
import { History } from './History.tsx';
import { RailTabs } from './RailTabs.tsx';
import { Turns } from './turns/Turns.tsx';
import { useChat } from './useChat.ts';
import { useKeptFocus } from './useKeptFocus.ts';

/** The assistant: header, conversation, input, and tabs on the right. */
export function ChatPanel({ closing }: { closing?: ReactNode }) {
  const { t } = useTranslation('chat');
  const { chat, state } = useChat();
  const [draft, setDraft] = useState('');
  const [prompt, setPrompt] = useState<{ name: string; content: string }>();
  const panel = useId();
  const part = useRef<HTMLDivElement>(null);
  useKeptFocus(part);
  const { activeTab, loading, locked } = state;
  const send = (text: string) => {
    if (chat.send(text, prompt?.content ?? '')) setDraft('');
  };
  const tabs = [
    { key: 'chat' as const, label: t('tab.chat'), icon: <MessageOutlined aria-hidden /> },
    { key: 'history' as const, label: t('tab.history'), icon: <HistoryOutlined aria-hidden /> },
  ];
  return (
    <div ref={part} tabIndex={-1} className={styles.panel}>
      <div className={styles.column}>
        <header className={styles.head}>
          <h2>
            <MessageOutlined aria-hidden /> {t('title')}
          </h2>
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => {
              chat.newChat();
              setDraft('');
            }}
          >
            {t('newChat')}
          </Button>
          {closing}
        </header>
        <div role="tabpanel" id={panel} aria-label={t(`tab.${activeTab}`)} className={styles.body}>
          {activeTab === 'history' ? (
            <History chat={chat} chats={state.chats} />
          ) : (
            <>
              <Turns
                state={state}
                onSuggest={setDraft}
                onStop={chat.stop}
                onAgain={send}
                onReconnect={chat.connect}
              />
              <Composer
                draft={draft}
                onDraft={setDraft}
                prompt={prompt}
                onPrompt={setPrompt}
                isLocked={locked}
                isBusy={loading}
                onSend={() => send(draft)}
              />
            </>
          )}
        </div>
      </div>
      <RailTabs<ChatTab>
        label={t('tabs')}
        panel={panel}
        tabs={tabs}
        active={activeTab}
        onPick={chat.pickTab}
      />
    </div>
  );
}
