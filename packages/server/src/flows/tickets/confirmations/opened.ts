import type { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import type { Context } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import type { Database } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import type { OpenedKind } from '../../../resources/tickets/ticket/statements.ts';
import { endSignIns, isAnyOpen, type SignIns } from '../../../resources/users/user/sessions.ts';
import { endTokensOf, hasOpenToken } from '../../connect/tokens.ts';
import { endSession, isRunning } from './session.ts';

type Approved = Row<typeof applyloginticket>;

const openedOf = ({ opened }: Approved, kind: OpenedKind): string[] =>
  opened.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1));

const signInsOf = (ticket: Approved): SignIns => ({
  web: openedOf(ticket, 'web'),
  tokens: openedOf(ticket, 'token'),
});

/** Sessions on machines that an approval let through. */
const sessionsOf = (ticket: Approved): string[] => [
  ...new Set([...openedOf(ticket, 'session'), ...(ticket.linked_session ? [ticket.linked_session] : [])]),
];

/** Whether an approved sign-in may still be about to begin: its browser goes on by itself. */
const isAboutToSignIn = ({ opened, date_updated }: Approved): boolean =>
  opened.length === 0 &&
  Date.now() - (instantOf(date_updated)?.getTime() ?? 0) < CONFIRMATION_MINUTES * 60_000;

const anyRuns = async (sessions: readonly string[], db: Database): Promise<boolean> => {
  for (const session of sessions) if (await isRunning(session, db)) return true;
  return false;
};

/** Whether anything is open that an approval let through, or may be opened by it. */
export const isAnythingOpen = async (ticket: Approved, db: Database): Promise<boolean> => {
  if (ticket.type === 'login_confirm')
    return isAboutToSignIn(ticket) || (await isAnyOpen(signInsOf(ticket), db));
  if (ticket.type === 'login_asset_confirm')
    return (await hasOpenToken(ticket.id, db)) || (await anyRuns(sessionsOf(ticket), db));
  return ticket.hold === 'session' && (await anyRuns(sessionsOf(ticket), db));
};

/**
 * Ends what an approval let through: web sessions and tokens of a sign-in, connection tokens and sessions of a
 * connection. The session of a command goes on; it was there before.
 */
export const endOpened = async (ticket: Approved, by: string, ctx: Context): Promise<void> => {
  if (ticket.type === 'login_confirm') await endSignIns(signInsOf(ticket), ctx.db);
  if (ticket.type !== 'login_asset_confirm') return;
  await endTokensOf(ticket.id, ctx.db);
  for (const session of sessionsOf(ticket)) await endSession(session, by, ctx);
};
