import { BellOutlined } from '@ant-design/icons';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { CountBadge } from '../../theme/tag/CountBadge.tsx';
import { useAttention } from './useAttention.ts';
import { useUnreadCount } from './useUnreadCount.ts';

const MessageDrawer = part(() => import('./MessageDrawer.tsx').then((m) => m.MessageDrawer));

/** The bell in the top bar: shows the number of unread messages, and opens the drawer with the messages. */
export function MessageBell({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const { count, recount } = useUnreadCount();
  const isLit = useAttention(count);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={<BellOutlined aria-hidden />}
        tip={count > 0 ? t('messages.bell', { count }) : t('messages.title')}
        size={size}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        badge={<CountBadge count={count} tone="bad" isLit={isLit} />}
        onClick={() => {
          setWasOpen(true);
          setIsOpen(true);
        }}
      />
      <span className="visually-hidden" aria-live="polite">
        {count > 0 && t('messages.unreadCount', { count })}
      </span>
      <Suspense>
        {wasOpen && <MessageDrawer isOpen={isOpen} onClose={() => setIsOpen(false)} onMarked={recount} />}
      </Suspense>
    </>
  );
}
