import { CloseOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../platform/keys/isComposing.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import styles from './chat.module.css';

/** Width of the drawer in px, its rail included. */
const WIDTH = 440;

/** The assistant beside the page; the page stays usable. */
export function ChatDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const { isMobile } = useViewport();
  const drawer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) drawer.current?.querySelector<HTMLElement>('textarea')?.focus();
  }, [isOpen]);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      ref={drawer}
      role="dialog"
      aria-modal={false}
      aria-label={t('title')}
      data-region="assistant"
      hidden={!isOpen}
      className={styles.drawer}
      style={{ width: isMobile ? '100%' : WIDTH }}
      onKeyDown={leave}
    >
      <ChatPanel
        closing={
          <IconButton
            icon={<CloseOutlined aria-hidden style={{ fontSize: 13 }} />}
            tip={common('action.close')}
            onClick={onClose}
          />
        }
      />
    </div>
  );
}
