import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import type { Outbox } from '@gatehouse/component/flows/outbox.ts';
import { Unreachable } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { CLOSE_CODES } from '@gatehouse/contract/wire/gateway.ts';
import type { WebSocket } from 'ws';
import type { CoreApi } from '../engine/core/coreApi.ts';
import { parseClientFrame } from '../engine/terminal/clientFrame.ts';
import { createWebLink } from '../engine/terminal/webLink.ts';
import { closedFrame } from './closedFrame.ts';
import type { LiveSession } from './liveSession.ts';
import type { Registry } from './registry.ts';

/** What watching a session needs. */
export type MonitorDeps = {
  core: Pick<CoreApi, 'validateJoin' | 'logLifecycle'>;
  registry: Registry;
  outbox: Outbox;
  log: Log;
};

/**
 * A request to watch a session: the user named by the server, and the mark proving that it came from the
 * server.
 */
export type MonitorRequest = { session_id: string; user_id: string; visitor: string };

const admit = (
  deps: MonitorDeps,
  session: LiveSession | undefined,
  { user_id, visitor }: MonitorRequest,
): Promise<string> => {
  if (!session || user_id === '' || visitor === '') throw new SessionFailure('monitor_refused');
  return deps.core.validateJoin({ session_id: session.id, user_id, visitor });
};

/** Shows a running session to a user who may watch it; nothing that user sends reaches the shell. */
export const serveMonitor = (deps: MonitorDeps, socket: WebSocket, request: MonitorRequest): void => {
  const link = createWebLink(socket);
  const session = deps.registry.get(request.session_id);
  let name: string | null = null;

  const begin = async () => {
    const admitted = await admit(deps, session, request);
    if (!session || socket.readyState !== socket.OPEN) return;
    name = admitted;
    deps.outbox.push('admin_join_monitor', () =>
      deps.core.logLifecycle(session.id, { event: 'admin_join_monitor', user: admitted }),
    );
    await session.watch(link, admitted, ({ offset, size }) =>
      link.text({ type: 'monitoring', offset, ...size, session: session.facts() }),
    );
  };
  begin().catch((err) => {
    deps.log.info({ err, session: request.session_id }, 'watching refused');
    link.text(closedFrame(err instanceof Unreachable ? 'server_unreachable' : 'monitor_refused'));
    link.close(CLOSE_CODES.refused);
  });
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? null : parseClientFrame(data.toString('utf8'));
    if (frame?.type === 'ping') link.text({ type: 'pong', id: frame.id });
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!session || name === null) return;
    const user = name;
    session.unwatch(link, user);
    deps.outbox.push('admin_exit_monitor', () =>
      deps.core.logLifecycle(session.id, { event: 'admin_exit_monitor', user }),
    );
  });
};
