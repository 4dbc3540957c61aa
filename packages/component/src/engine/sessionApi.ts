import {
  CONNECTION_RENEWAL_PATH,
  CONNECTION_RENEWALS_PATH,
  CONNECTION_SECRET_PATH,
  type ConnectionRenewal,
  type ConnectionSecret,
  connectionRenewalSchema,
  connectionRenewalsSchema,
  connectionSecretSchema,
  HOST_KEYS_PATH,
  type HostKeyReport,
  type HostKeyVerdict,
  hostKeyVerdictSchema,
} from '@gatehouse/contract/wire/connection.ts';
import {
  COMMANDS_PATH,
  type CommandRow,
  type LifecycleEvent,
  SESSIONS_PATH,
  type SessionCreate,
  type SessionPatch,
  TICKET_RELATION_PATH,
} from '@gatehouse/contract/wire/terminal.ts';
import type { SignedSend } from './componentApi.ts';

/** The calls of a component that opens sessions: fetch secrets, recheck permissions, report what happens. */
export type SessionApi = {
  /**
   * `visitor` is the mark of the connecting user, null when the component itself connects; refusals are
   * worded in `language`.
   */
  redeem: (token: string, visitor: string | null, language: string) => Promise<ConnectionSecret>;
  /**
   * Whether what a token opened is still allowed; rules are asked about the address of the session, or about that in the
   * mark of a window that resumes it.
   */
  renew: (token: string, session: string, visitor?: string) => Promise<ConnectionRenewal>;
  /** The same for at most `MOST_RENEWALS` sessions, by their ids; sessions that the server leaves out are missing. */
  renewMany: (
    connections: readonly { id: string; session: string }[],
  ) => Promise<ReadonlyMap<string, ConnectionRenewal>>;
  reportHostKey: (report: HostKeyReport) => Promise<HostKeyVerdict>;
  createSession: (session: SessionCreate) => Promise<void>;
  /** Names the session that a ticket has made possible; refused once its approval was taken back. */
  relateTicket: (relation: { ticket: string; session: string }) => Promise<void>;
  patchSession: (id: string, patch: SessionPatch) => Promise<void>;
  logLifecycle: (id: string, event: LifecycleEvent) => Promise<void>;
  postCommands: (rows: CommandRow[]) => Promise<void>;
};

/** The API path of one session. */
export const sessionPath = (id: string): string => `${SESSIONS_PATH}${id}/`;

/** The calls about sessions, over signed requests. */
export const createSessionApi = (send: SignedSend): SessionApi => ({
  redeem: async (id, visitor, language) =>
    connectionSecretSchema.parse(
      await send({
        method: 'POST',
        path: CONNECTION_SECRET_PATH,
        headers: language === '' ? {} : { 'accept-language': language },
        json: { id, expire_now: true, ...(visitor !== null && { visitor }) },
      }),
    ),
  renew: async (id, session, visitor) =>
    connectionRenewalSchema.parse(
      await send({ method: 'PATCH', path: CONNECTION_RENEWAL_PATH, json: { id, session, visitor } }),
    ),
  renewMany: async (connections) => {
    const answer = await send({ method: 'PATCH', path: CONNECTION_RENEWALS_PATH, json: { connections } });
    const { renewals, filters } = connectionRenewalsSchema.parse(answer);
    return new Map(
      renewals.map(({ session, filters: place, ...renewal }) => {
        const command_filter_acls = place === null ? undefined : filters[place];
        return [session, { ...renewal, ...(command_filter_acls && { command_filter_acls }) }];
      }),
    );
  },
  reportHostKey: async (report) =>
    hostKeyVerdictSchema.parse(await send({ method: 'POST', path: HOST_KEYS_PATH, json: report })),
  createSession: async (session) => {
    await send({ method: 'POST', path: SESSIONS_PATH, json: session });
  },
  relateTicket: async (json) => {
    await send({ method: 'POST', path: TICKET_RELATION_PATH, json });
  },
  patchSession: async (id, patch) => {
    await send({ method: 'PATCH', path: sessionPath(id), json: patch });
  },
  logLifecycle: async (id, event) => {
    await send({ method: 'POST', path: `${sessionPath(id)}lifecycle_log/`, json: event });
  },
  postCommands: async (rows) => {
    await send({ method: 'POST', path: COMMANDS_PATH, json: rows });
  },
});
