import type { Subject } from '../subject.ts';
import { onRow, scene, withSelected } from './hand.ts';

/** The menu of request types, the dialog for several tickets, and the decision bar of a ticket. */
export const ticketScenes: Subject[] = [
  scene('tickets/request-menu', 'tickets/my-tickets', ({ press }) => press('Request')),
  scene('tickets/decide-together', 'tickets/assigned-tickets', withSelected(1, 'Decide selected')),
  onRow(
    'tickets/decision-bar',
    ({ ticket }) => `tickets/tickets/request-host-perm/${ticket?.id}`,
    async ({ main, isPhone, press, say }) => {
      if (isPhone) await press('Narrow');
      await main.getByRole('textbox', { name: say('Comment') }).fill('Only **this week**');
    },
  ),
];
