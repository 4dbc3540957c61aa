import { BellOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { DrawerButton } from '../../theme/control/DrawerButton.tsx';
import { CountBadge } from '../../theme/tag/CountBadge.tsx';
import { useAttention } from './useAttention.ts';
import { useUnreadCount } from './useUnreadCount.ts';

const MessageDrawer = part(() => import('./MessageDrawer.tsx').then((m) => m.MessageDrawer));

/** The bell in the top bar: shows the number of unread messages, and opens the drawer with the messages. */
export function MessageBell({ size = 34 }: { size?: number }) {
  const { t } = useTranslation('shell');
  const { count, recount } = useUnreadCount();
  const isLit = useAttention(count);
  return (
    <>
      <DrawerButton
        icon={<BellOutlined aria-hidden />}
        tip={count > 0 ? t('messages.bell', { count }) : t('messages.title')}
        size={size}
        badge={<CountBadge count={count} tone="bad" isLit={isLit} />}
        drawer={(isOpen, close) => <MessageDrawer isOpen={isOpen} onClose={close} onMarked={recount} />}
      />
      <span className="visually-hidden" aria-live="polite">
        {count > 0 && t('messages.unreadCount', { count })}
      </span>
    </>
  );
}
