import { lazy, Suspense } from 'react';
import { useCan, useSession } from '../../platform/session/useSession.ts';

const TicketLink = lazy(() => import('./TicketLink.tsx').then((m) => ({ default: m.TicketLink })));

/** The way to the tickets that wait for the person, where there are tickets at all. */
export function TicketPlace() {
  const { settings, hasLicence } = useSession();
  const can = useCan();
  if (!settings.TICKETS_ENABLED || !hasLicence || !can('tickets.view_ticket')) return null;
  return (
    <Suspense>
      <TicketLink />
    </Suspense>
  );
}
