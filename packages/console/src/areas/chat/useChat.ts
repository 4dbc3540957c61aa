import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import type { ChatState } from './chatStore.ts';
import { type Chat, chatSocketUrl, createChat } from './createChat.ts';

const developmentHost = import.meta.env.DEV ? import.meta.env.VITE_CHAT_HOST : undefined;

/** An assistant connected while the page is mounted. */
export const useChat = (): { chat: Chat; state: ChatState } => {
  const http = useHttp();
  const { t } = useTranslation('chat');
  const [chat] = useState(() =>
    createChat({ http, url: chatSocketUrl(developmentHost), droppedText: () => t('dropped') }),
  );
  useEffect(() => {
    chat.connect();
    return chat.disconnect;
  }, [chat]);
  return { chat, state: useStore(chat.store) };
};
