import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { chatconversation } from '@gatehouse/contract/resources/settings/chatconversation.ts';
import type { ChatFrame, ChatTurn } from '@gatehouse/contract/wire/chat.ts';
import { createStore, type Store } from '../../platform/store.ts';

/** Content of the placeholder for an answer that has no text yet. */
export const LOADING = 'loading';

/** A turn on the page; `isError` for an error instead of an answer. */
export type ChatMessage = ChatTurn & { isError?: boolean };

/** An earlier conversation. */
export type ChatSummary = Pick<RowOf<typeof chatconversation>, 'id' | 'title' | 'date_updated'>;

/** Tabs of the rail. */
export type ChatTab = 'chat' | 'history';

/** State of the assistant. */
export type ChatState = {
  /** A question has been sent and its answer is not complete. */
  loading: boolean;
  /** No question can be sent until the next connection opens. */
  locked: boolean;
  activeTab: ChatTab;
  chats: ChatSummary[];
  activeChat: { conversation_id: string; messages: ChatMessage[] };
};

const EMPTY: ChatState = {
  loading: false,
  locked: false,
  activeTab: 'chat',
  chats: [],
  activeChat: { conversation_id: '', messages: [] },
};

let lastId = 0;

const turn = (role: ChatTurn['role'], content: string): ChatMessage => {
  lastId += 1;
  return { id: `local-${lastId}`, role, content, create_time: new Date().toISOString() };
};

const isWaiting = ({ role, content }: ChatMessage) => role === 'assistant' && content === LOADING;

/** The messages without the placeholder for an answer that has no text yet. */
const answered = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const last = messages.at(-1);
  return last && isWaiting(last) ? messages.slice(0, -1) : [...messages];
};

const withAnswer = (messages: readonly ChatMessage[], frame: ChatFrame): ChatMessage[] => {
  const { id, role, content, create_time } = frame;
  const next = { id, role, content, create_time };
  return messages.some((message) => message.id === id)
    ? messages.map((message) => (message.id === id ? next : message))
    : [...messages, next];
};

/** State of an assistant, and its changes. */
export const createChatStore = () => {
  const store: Store<ChatState> = createStore(EMPTY);
  const setMessages = (messages: ChatMessage[], more: Partial<ChatState> = {}) =>
    store.set({ activeChat: { ...store.get().activeChat, messages }, ...more });
  const fail = (content: string, more: Partial<ChatState>) => {
    const messages = answered(store.get().activeChat.messages);
    const last = messages.at(-1);
    const isTold = last?.isError && last.content === content;
    setMessages(isTold ? messages : [...messages, { ...turn('assistant', content), isError: true }], {
      loading: false,
      ...more,
    });
  };
  return {
    ...store,
    /** Adds a sent question, and the placeholder of its answer. */
    addQuestion: (content: string) =>
      setMessages([...store.get().activeChat.messages, turn('user', content), turn('assistant', LOADING)], {
        loading: true,
      }),
    /** A frame arrived. */
    heard: (frame: ChatFrame) => {
      const { activeChat } = store.get();
      const { conversation_id } = frame;
      const isElsewhere = activeChat.conversation_id && conversation_id !== activeChat.conversation_id;
      if (conversation_id && isElsewhere) return;
      if (conversation_id) store.set({ activeChat: { ...activeChat, conversation_id } });
      if (frame.type === 'error')
        return fail(frame.system_message ?? frame.content, { locked: frame.system_message !== undefined });
      const isOver = frame.type === 'finish';
      if (!frame.content && !isOver) return;
      const messages = answered(activeChat.messages);
      setMessages(frame.content ? withAnswer(messages, frame) : messages, isOver ? { loading: false } : {});
    },
    /** Ends the answer, which the user has stopped. */
    stopped: () => setMessages(answered(store.get().activeChat.messages), { loading: false }),
    /** Shows this text as an error where the answer broke off; no questions until the connection is back. */
    dropped: (text: string) => fail(text, { locked: true }),
    /** Allows questions, because the connection is open. */
    connected: () => store.set({ locked: false }),
    /** Shows a new conversation, or an earlier one. */
    show: (conversation_id = '', messages: ChatMessage[] = []) =>
      store.set({
        activeChat: { conversation_id, messages },
        loading: false,
        activeTab: 'chat',
      }),
  };
};
