import { join } from 'node:path';
import { SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import { type Connection, defaultConfig, openConnection } from '@gatehouse/component/flows/connection.ts';
import { establishIdentity } from '@gatehouse/component/flows/identity.ts';
import { createOutbox } from '@gatehouse/component/flows/outbox.ts';
import { createTaskDesk } from '@gatehouse/component/flows/taskDesk.ts';
import { lockHome } from '@gatehouse/component/platform/homeLock.ts';
import { createHttp } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import { createPauses } from '@gatehouse/component/platform/retry.ts';
import { CLOSE_CODES } from '@gatehouse/contract/wire/gateway.ts';
import { createCoreApi } from '../engine/core/coreApi.ts';
import { openSpool } from '../engine/recording/spool.ts';
import { createSyncer } from '../engine/recording/syncer.ts';
import { createScreenHost, screenScript } from '../engine/screen/screenHost.ts';
import { createWebLink } from '../engine/terminal/webLink.ts';
import { closedFrame } from '../flows/closedFrame.ts';
import { createCommandPost } from '../flows/commandPost.ts';
import { createDelivery } from '../flows/delivery.ts';
import { createTicketEnds } from '../flows/gate/ticketEnds.ts';
import { serveMonitor } from '../flows/monitorSocket.ts';
import { createPermissionRound } from '../flows/permission/permissionRound.ts';
import { createRenewals } from '../flows/permission/renewals.ts';
import { createReclaim } from '../flows/reclaim.ts';
import { createRegistry } from '../flows/registry.ts';
import type { SessionDeps } from '../flows/sessionDeps.ts';
import { createNoticeTaker, createTaskRunner } from '../flows/tasks.ts';
import { serveTerminal } from '../flows/terminalSocket.ts';
import type { Config } from '../platform/config.ts';
import { protocols } from '../protocols/protocols.ts';
import { type Listener, listen } from './listener.ts';

/** A running gateway. */
export type Gateway = { port: number; stop: () => Promise<void> };

/** How long to wait for the previous process, which may still be writing its last recordings. */
const LOCK_PATIENCE_MS = 20_000;
/** How long a stopping gateway keeps uploading recordings; the rest stays in the spool. */
const HANDOVER_MS = 8_000;

/** What sessions need, under this gateway's identity at the server. */
const assemble = async (config: Config, log: Log, settings: SessionDeps['config']) => {
  const pauses = createPauses();
  const http = createHttp(config.core_url);
  const identity = await establishIdentity({
    http,
    kind: { type: 'koko', label: 'KoKo' },
    key_path: join(config.home, 'keys', 'gateway.json'),
    former_path: join(config.home, 'keys', 'former.json'),
    bootstrap_token: config.bootstrap_token,
    pauses,
    log,
  });
  const core = createCoreApi({ http, key: identity.key });
  const spool = await openSpool(config.home);
  const reclaim = createReclaim({ core, formerKeys: identity.formerKeys });
  const registry = createRegistry();
  const checks = createPermissionRound(registry);
  const sessions: SessionDeps = {
    core,
    spool,
    syncer: createSyncer(),
    screens: createScreenHost({ script: screenScript, log }),
    pauses,
    outbox: createOutbox({ pauses, log }),
    commands: createCommandPost({ core, pauses, log }),
    delivery: createDelivery({ core, spool, reclaim, pauses, log }),
    registry,
    checks,
    renewals: createRenewals({ core }),
    tickets: createTicketEnds(),
    config: settings,
    log,
  };
  return { http, identity, sessions, checks };
};

/** Opens the port for browser windows and health checks. */
const openDoor = (config: Config, sessions: SessionDeps, isConnected: () => boolean): Promise<Listener> => {
  const { registry } = sessions;
  const startedAt = Date.now();
  return listen({
    ...config.listen,
    siteUrl: () => sessions.config().SITE_URL,
    health: () => ({
      status: true,
      connected: isConnected(),
      sessions: registry.all().length,
      uptime_seconds: Math.floor((Date.now() - startedAt) / 1000),
    }),
    terminal: (socket, request) => serveTerminal(sessions, socket, request),
    monitor: (socket, request) => serveMonitor(sessions, socket, request),
    refuseOrigin: (socket) => {
      const link = createWebLink(socket);
      link.text(closedFrame('origin_refused'));
      link.close(CLOSE_CODES.refused);
    },
  });
};

const addressOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * Ends every session, also those still logging in; resolves when the end of each running one is on disk.
 * Connected windows are told why.
 */
const endAll = async ({ registry }: SessionDeps) => {
  const running = registry.all();
  for (const id of registry.ids()) registry.end(id, new SessionFailure('gateway_stopping'));
  await Promise.all(running.map((session) => session.end('gateway_stopping')));
};

/** Assembles and starts the gateway; resolves when it listens. */
export const startGateway = async (config: Config, log: Log): Promise<Gateway> => {
  const unlock = await lockHome('gateway', config.home, LOCK_PATIENCE_MS);
  const date_started = new Date().toISOString();
  let settings = defaultConfig();
  const { http, identity, sessions, checks } = await assemble(config, log, () => settings);
  const { core, spool, delivery, registry, outbox, pauses } = sessions;

  // Leftovers of a killed process are delivered while new sessions already run.
  for (const id of await spool.leftovers()) void delivery.deliver(id);
  let connection: Connection | null = null;
  const listener = await openDoor(config, sessions, () => connection?.isConnected() ?? false);
  const offer = {
    address: config.address ?? addressOf(config.listen.host, listener.address.port),
    protocols: Object.keys(protocols),
  };
  connection = openConnection({
    api: core,
    core_url: config.core_url,
    key: identity.key,
    home: config.home,
    sessions: registry.ids,
    offer: () => ({ gateway: offer, date_started }),
    pauses,
    runTasks: createTaskDesk({
      api: core,
      outbox,
      carryOut: createTaskRunner({ registry, log }),
      takeNotice: createNoticeTaker({ check: checks.check, ticketEnded: sessions.tickets.ended }),
    }),
    setConfig: (next) => {
      settings = next;
    },
    heartbeatMs: () => settings.TERMINAL_HEARTBEAT_INTERVAL * 1000,
    // Changes of permissions and rules may have been missed while the gateway was disconnected.
    onConnected: () => checks.check(),
    onUnknownKey: () => void identity.renew(),
    log,
  });
  const ticker = setInterval(() => registry.tick(Date.now()), 1_000);
  log.info({ port: listener.address.port, core_url: config.core_url }, 'gateway listens');

  const stop = async () => {
    clearInterval(ticker);
    await endAll(sessions);
    await listener.close();
    await Promise.race([delivery.settled(), pauses.wait(HANDOVER_MS)]);
    connection?.stop();
    pauses.stop();
    sessions.syncer.stop();
    await sessions.screens.stop();
    http.close();
    unlock();
  };
  return { port: listener.address.port, stop };
};
