import { lazy, Suspense } from 'react';
import { messagesKey } from '../../areas/messages/useUnreadCount.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';

/** What a person came for is fetched first: the badge waits until a page usually stands there. */
const PATIENCE_MS = 2_000;
const TicketLink = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  return import('./TicketLink.tsx').then((m) => ({ default: m.TicketLink }));
});

/** The way to the tickets that wait for the person, where there are tickets at all. */
export function TicketPlace() {
  const { settings, hasLicence } = useSession();
  const can = useCan();
  if (!settings.TICKETS_ENABLED || !hasLicence || !can('tickets.view_ticket')) return null;
  return (
    <Suspense>
      <TicketLink wokenBy={messagesKey} />
    </Suspense>
  );
}
