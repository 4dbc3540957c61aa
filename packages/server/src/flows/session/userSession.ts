import { setTimeout as sleep } from 'node:timers/promises';
import { closeTab, openTab } from '@gatehouse/contract/calls/signIn/authentication.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { countTab, endSession, tabsOf } from '../../resources/users/user/sessions.ts';

/** Time within which a reloaded page closes and reopens, in milliseconds. */
const graceMs = 6_000;

const sessionIdOf = (request: FastifyRequest): string | undefined =>
  request.signedIn?.credential.scheme === 'session' ? request.signedIn.credential.id : undefined;

const endWhenStillClosed = async (sessionId: string, db: Database): Promise<void> => {
  await sleep(graceMs, undefined, { ref: false });
  if ((await tabsOf(sessionId, db)) === 0) await endSession(sessionId, db);
};

/**
 * Registers the count of open tabs: where web sessions end with the browser, closing the last tab ends the
 * web session.
 */
export const addUserSession = (
  ports: HttpPorts,
  { db, settings }: { db: Database; settings: Settings },
): void => {
  const opened: CallHandler<typeof openTab> = async ({ request }) => {
    const id = sessionIdOf(request);
    if (id) await countTab(id, 1, db);
    return undefined;
  };
  const closed: CallHandler<typeof closeTab> = async ({ request }) => {
    const id = sessionIdOf(request);
    if (!id) return whole({ status: 200 });
    const tabs = await countTab(id, -1, db);
    if (tabs === 0 && settings.get('SESSION_EXPIRE_AT_BROWSER_CLOSE'))
      void endWhenStillClosed(id, db).catch((err) => ports.app.log.error({ err }, 'session not ended'));
    return undefined;
  };
  bind(ports, openTab, opened, { noTransaction: true });
  bind(ports, closeTab, closed, { noTransaction: true });
};
