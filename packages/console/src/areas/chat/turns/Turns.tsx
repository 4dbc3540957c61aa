import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../chat.module.css';
import type { ChatState } from '../chatStore.ts';
import { Intro } from '../Intro.tsx';
import { Turn } from './Turn.tsx';

/** A growing answer scrolls the conversation unless the user has scrolled up further than this. */
const NEAR_END_PX = 80;

type Props = {
  state: ChatState;
  onSuggest: (text: string) => void;
  onStop: () => void;
  /** Repeats the last question. */
  onAgain: (question: string) => void;
  onReconnect: () => void;
};

/** The conversation from its greeting on; follows a growing answer. */
export function Turns({ state, onSuggest, onStop, onAgain, onReconnect }: Props) {
  const { t } = useTranslation('chat');
  const { messages } = state.activeChat;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = useRef(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (current && (isAtEnd.current || messages.length > count.current))
      current.scrollTop = current.scrollHeight;
    count.current = messages.length;
  }, [messages]);
  const question = messages.findLast(({ role }) => role === 'user')?.content;
  const last = messages.length - 1;
  return (
    <div
      ref={box}
      className={styles.turns}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      <Intro onSuggest={onSuggest} />
      <div role="log" aria-label={t('messages')} aria-busy={state.loading}>
        <ol>
          {messages.map((message, at) => (
            <Turn
              key={message.id}
              message={message}
              isGrowing={state.loading && at === last}
              onStop={onStop}
              onAgain={at === last && question && !state.locked ? () => onAgain(question) : undefined}
              onReconnect={at === last && state.locked ? onReconnect : undefined}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}
