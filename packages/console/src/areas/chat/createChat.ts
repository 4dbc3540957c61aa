import type { chatconversation } from '@gatehouse/contract/resources/settings/chatconversation.ts';
import { CHAT_CONVERSATIONS_URL, CHAT_SOCKET, type ChatRequest } from '@gatehouse/contract/wire/chat.ts';
import type { Http } from '../../platform/http/http.ts';
import { type ChatTab, createChatStore } from './chatStore.ts';
import { createChatLine } from './createChatLine.ts';
import { readFrame } from './readFrame.ts';

const QUIET = { disableFlashErrorMsg: true } as const;

/** The assistant's socket: on the page's host, or in development on a configured one. */
export const chatSocketUrl = (developmentHost: string | undefined): string =>
  developmentHost ? new URL(CHAT_SOCKET, developmentHost).href : CHAT_SOCKET;

type Deps = {
  http: Http;
  url: string;
  /** Shown instead of an answer when the connection is lost. */
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
      // A new connection does not continue an answer from the old one.
      if (!hasAsked) breakOffAnswer();
      store.connected();
    },
    // Losing an idle connection is not reported: either it is back before the next question, or sending that
    // question fails.
    onTrouble: breakOffAnswer,
    // Makes a request, which reports the expired web session as any other request would.
    onSignedOut: () => void http.get(CHAT_CONVERSATIONS_URL, QUIET).catch(() => undefined),
  });
  const leaveAnswer = () => {
    if (store.get().loading) connect();
  };
  const loadChats = async () => {
    const chats = await http.list<typeof chatconversation>(CHAT_CONVERSATIONS_URL, QUIET);
    store.set({ chats });
  };
  return {
    store,
    connect,
    disconnect,
    /**
     * Sends a question, or holds it until the connection is open. Returns false for blank text, and while no
     * question can be sent.
     */
    send: (text: string, prompt: string): boolean => {
      const content = text.trim();
      const { loading, locked, activeChat } = store.get();
      if (!content || loading || locked) return false;
      const request: ChatRequest = { content, prompt, conversation_id: activeChat.conversation_id };
      if (!ask(JSON.stringify(request))) {
        store.dropped(droppedText());
        return false;
      }
      store.addQuestion(content);
      return true;
    },
    /** Stops the answer. Until the server has named the conversation, only a new connection does that. */
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
      const { messages } = await http.row<typeof chatconversation>(CHAT_CONVERSATIONS_URL, id);
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
