import { watchSiteMessages } from '@gatehouse/contract/calls/sockets.ts';
import type { RowsChanged, UnreadCount } from '@gatehouse/contract/wire/siteMessages.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { can } from '../../engine/permission.ts';
import type { Events } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { unreadOf } from './routes.ts';

type Deps = { events: Events; limits: RateLimits; siteUrl: () => string | undefined };

/** Changes within this time are told once. */
const gatherMs = 500;

/** Tells the page that sessions changed, if its user may view them; says neither which nor how. */
const followSessions = ({ socket, facts }: PageSocket, events: Events) => {
  if (!can(facts.actor, 'terminal.view_session')) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    const changed: RowsChanged = { type: 'changed', path: '/api/v1/terminal/sessions/' };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(changed));
  };
  const end = events.on('sessions', () => {
    timer ??= setTimeout(tell, gatherMs);
  });
  return () => {
    clearTimeout(timer);
    end();
  };
};

const serve = (page: PageSocket, ports: HttpPorts, events: Events) => {
  const { socket, facts, isSignedIn, quietly } = page;
  const { id } = facts.actor;
  const tell = async () => {
    if (!(await isSignedIn())) return;
    const count: UnreadCount = { type: 'unread_count', unread_count: await unreadOf(id, ports.db) };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(count));
  };
  const end = events.on('site_message', (userId) => {
    if (userId === undefined || userId === id) quietly(tell());
  });
  const unfollow = followSessions(page, events);
  // A message sent before the subscription is active is counted here; a later one arrives as an event.
  quietly(events.ready().then(tell));
  return () => {
    end();
    unfollow();
  };
};

/** The signed-in user's number of unread messages, sent at the start and whenever one arrives. */
export const addSiteMessageSocket = (ports: HttpPorts, deps: Deps): void =>
  addPageSocket(ports, {
    ...deps,
    call: watchSiteMessages,
    serve: (page) => serve(page, ports, deps.events),
  });
