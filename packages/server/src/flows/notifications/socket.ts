import { watchSiteMessages } from '@gatehouse/contract/calls/sockets.ts';
import type { UnreadCount } from '@gatehouse/contract/wire/siteMessages.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Events } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { unreadOf } from './routes.ts';

type Deps = { events: Events; limits: RateLimits; siteUrl: () => string | undefined };

const serve = ({ socket, facts, isSignedIn, quietly }: PageSocket, ports: HttpPorts, events: Events) => {
  const { id } = facts.actor;
  const tell = async () => {
    if (!(await isSignedIn())) return;
    const count: UnreadCount = { type: 'unread_count', unread_count: await unreadOf(id, ports.db) };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(count));
  };
  const end = events.on('site_message', (userId) => {
    if (userId === undefined || userId === id) quietly(tell());
  });
  // A message sent before the subscription is active is counted here; a later one arrives as an event.
  quietly(events.ready().then(tell));
  return end;
};

/** The signed-in user's number of unread messages, sent at the start and whenever one arrives. */
export const addSiteMessageSocket = (ports: HttpPorts, deps: Deps): void =>
  addPageSocket(ports, {
    ...deps,
    call: watchSiteMessages,
    serve: (page) => serve(page, ports, deps.events),
  });
