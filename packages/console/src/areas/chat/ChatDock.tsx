import { MessageOutlined } from '@ant-design/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatDrawer } from './ChatDrawer.tsx';
import styles from './chat.module.css';
import { useHandle } from './useHandle.ts';

/** The assistant's handle at the edge of the window, and the drawer it opens. */
export function ChatDock() {
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const handle = useHandle(() => {
    setWasOpen(true);
    setIsOpen(!isOpen);
  });
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        {...handle}
        ref={button}
        type="button"
        data-dock=""
        className={`${styles.handle} ${isOpen ? styles.behind : ''}`}
        aria-label={t('open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={t('handle')}
      >
        <MessageOutlined aria-hidden />
      </button>
      {wasOpen && <ChatDrawer isOpen={isOpen} onClose={close} />}
    </>
  );
}
