import { SITE_MESSAGE_SOCKET, type UnreadCount } from '@gatehouse/contract/wire/siteMessages.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { MISSED, type Notices } from '../../platform/notices.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { addPageSocket, type PageSocket } from '../session/pageSocket.ts';
import { siteMessageChannel } from './notify.ts';
import { unreadOf } from './routes.ts';

type Deps = { notices: Notices; limits: RateLimits; siteUrl: () => string | undefined };

const serve = ({ socket, facts, isSignedIn, quietly }: PageSocket, ports: HttpPorts, notices: Notices) => {
  const { id } = facts.actor;
  const tell = async () => {
    if (!(await isSignedIn())) return;
    const count: UnreadCount = { type: 'unread_count', unread_count: await unreadOf(id, ports.db) };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(count));
  };
  const end = notices.listen(siteMessageChannel, (payload) => {
    if (payload === id || payload === MISSED) quietly(tell());
  });
  // A message that comes before the listening stands is counted; one that comes afterwards is told.
  quietly(notices.standing().then(tell));
  return end;
};

/** The unread messages of whoever is signed in, told at the start and whenever one arrives. */
export const addSiteMessageSocket = (ports: HttpPorts, deps: Deps): void =>
  addPageSocket(ports, {
    ...deps,
    url: SITE_MESSAGE_SOCKET,
    serve: (page) => serve(page, ports, deps.notices),
  });
