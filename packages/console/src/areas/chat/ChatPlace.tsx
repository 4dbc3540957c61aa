import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { part } from '../../platform/part/part.ts';
import { useSession } from '../../platform/session/useSession.ts';

const ChatDock = part(() => import('./ChatDock.tsx').then((m) => m.ChatDock));

/** Path of the page that shows the assistant; the handle is hidden there. */
const PAGE = '/chat/chat-ai';

/** The assistant beside every page but its own, where the installation has one. */
export function ChatPlace() {
  const { settings } = useSession();
  const { pathname } = useLocation();
  if (settings.CHAT_AI_ENABLED !== true || pathname.startsWith(PAGE)) return null;
  return (
    <Suspense>
      <ChatDock />
    </Suspense>
  );
}
