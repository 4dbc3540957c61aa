import {
  CHAT_CONVERSATIONS_URL,
  CHAT_SOCKET,
  type ChatRequest,
  type ChatTurn,
} from '@gatehouse/contract/wire/chat.ts';
import type { Http } from '../../platform/http/http.ts';
import { type ChatSummary, type ChatTab, createChatStore } from './chatStore.ts';
import { createChatLine } from './createChatLine.ts';
import { readFrame } from './readFrame.ts';

const QUIET = { disableFlashErrorMsg: true } as const;

/** Where the assistant listens: where the page comes from, or in development where it was told to. */
export const chatSocketUrl = (developmentHost: string | undefined): string =>
  developmentHost ? new URL(CHAT_SOCKET, developmentHost).href : CHAT_SOCKET;

type Deps = {
  http: Http;
  url: string;
  /** Said in place of an answer when the connection is gone. */
  droppedText: () => string;
};

/** One assistant: its connection and its state. */
export const createChat = ({ http, url, droppedText }: Deps) => {
  const store = createChatStore();
  const breakOffAnswer = () => {
    if (store.get().loading) store.dropped(droppedText());
  };
  const { connect, disconnect, ask } = createChatLine({
    url,
    onMessage: (data) => {
      const frame = readFrame(data);
      if (frame) store.heard(frame);
    },
    onOpen: (hasAsked) => {
      // A new line brings nothing of an answer that was on its way over another one.
      if (!hasAsked) breakOffAnswer();
      store.connected();
    },
    // An idle connection that breaks is nobody's business: it comes back before it is needed, or sending tells.
    onTrouble: breakOffAnswer,
    // Whoever is asked for something tells that the session is over, in the way the whole page does.
    onSignedOut: () => void http.get(CHAT_CONVERSATIONS_URL, QUIET).catch(() => undefined),
  });
  const leaveAnswer = () => {
    if (store.get().loading) connect();
  };
  const loadChats = async () => {
    const chats = await http.get<ChatSummary[]>(CHAT_CONVERSATIONS_URL, QUIET);
    store.set({ chats });
  };
  return {
    store,
    connect,
    disconnect,
    /** Asks; answers whether the question went out. Blank text is no question. */
    send: (text: string, prompt: string): boolean => {
      const content = text.trim();
      const { loading, locked, activeChat } = store.get();
      if (!content || loading || locked) return false;
      const request: ChatRequest = { content, prompt, conversation_id: activeChat.conversation_id };
      if (!ask(JSON.stringify(request))) {
        store.dropped(droppedText());
        return false;
      }
      store.asked(content);
      return true;
    },
    /** Ends the answer; before the server named its conversation only the line itself can end it. */
    stop: () => {
      const { conversation_id: id } = store.get().activeChat;
      if (id)
        void http
          .call('POST /kael/interrupt_current_ask/', { body: { id }, ...QUIET })
          .catch(() => undefined);
      else connect();
      store.stopped();
    },
    newChat: () => {
      leaveAnswer();
      store.show();
    },
    pickTab: (activeTab: ChatTab) => store.set({ activeTab }),
    loadChats,
    open: async (id: string) => {
      const { messages } = await http.get<{ messages: ChatTurn[] }>(`${CHAT_CONVERSATIONS_URL}${id}/`);
      leaveAnswer();
      store.show(id, messages);
    },
    remove: async (id: string) => {
      await http.delete(`${CHAT_CONVERSATIONS_URL}${id}/`);
      if (store.get().activeChat.conversation_id === id) {
        leaveAnswer();
        store.set({ activeChat: { conversation_id: '', messages: [] }, loading: false });
      }
      await loadChats();
    },
  };
};

/** One assistant. */
export type Chat = ReturnType<typeof createChat>;
