import { watchSiteMessages } from '@gatehouse/contract/calls/sockets.ts';
import {
  type Following,
  OWN_RUNS_URL,
  type RowsChanged,
  type UnreadCount,
} from '@gatehouse/contract/wire/siteMessages.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { can } from '../../../engine/permission.ts';
import type { Events } from '../../../platform/events.ts';
import { hasOwnRuns } from '../../../platform/jobs/runStats.ts';
import type { RateLimits } from '../../../platform/limits/rateLimits.ts';
import { addPageSocket, type PageSocket } from '../../session/pageSocket.ts';
import { unreadOf } from './routes.ts';

type Deps = { events: Events; limits: RateLimits; siteUrl: () => string | undefined };

/** Changes within this time are told once. */
const gatherMs = 500;

/** What a page can follow: the collection, the event of its changes, and what is needed to view it. */
const followed = [
  { path: '/api/v1/terminal/sessions/', event: 'sessions', need: 'terminal.view_session' },
  { path: '/api/v1/audits/user-sessions/', event: 'user_sessions', need: 'audits.view_usersession' },
] as const;
type Followed = (typeof followed)[number];

/** Tells the page that a collection changed; says neither which rows nor how. */
const follow = ({ path, event }: Followed, send: (frame: RowsChanged) => void, events: Events) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    timer = undefined;
    send({ type: 'changed', path });
  };
  const end = events.on(event, () => {
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
  const send = (frame: UnreadCount | RowsChanged | Following) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };
  const seen = followed.filter(({ need }) => can(facts.actor, need));
  const tell = async () => {
    if (!(await isSignedIn())) return;
    send({ type: 'unread_count', unread_count: await unreadOf(id, ports.db) });
  };
  const tellRuns = async () => {
    if (await hasOwnRuns(id, ports.db)) send({ type: 'changed', path: OWN_RUNS_URL });
  };
  const end = events.on('site_message', (userId) => {
    if (userId === undefined || userId === id) quietly(tell());
  });
  const endRuns = events.on('own_runs', (userId) => {
    if (userId === id) send({ type: 'changed', path: OWN_RUNS_URL });
    if (userId === undefined) quietly(tellRuns());
  });
  const unfollow = seen.map((one) => follow(one, send, events));
  const start = async () => {
    await events.ready();
    if (seen.length > 0) send({ type: 'following', paths: seen.map(({ path }) => path) });
    // A message sent before the subscription is active is counted here; a later one arrives as an event.
    await tell();
    await tellRuns();
  };
  quietly(start());
  return () => {
    end();
    endRuns();
    for (const stop of unfollow) stop();
  };
};

/**
 * The signed-in user's number of unread messages, sent at the start and whenever one arrives; and word of changes in
 * collections that the user may view, and of the runs that the user started.
 */
export const addSiteMessageSocket = (ports: HttpPorts, deps: Deps): void =>
  addPageSocket(ports, {
    ...deps,
    call: watchSiteMessages,
    serve: (page) => serve(page, ports, deps.events),
  });
