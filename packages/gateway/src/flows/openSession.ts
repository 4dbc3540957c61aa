import { randomUUID } from 'node:crypto';
import type { Prompter } from '@gatehouse/component/engine/prompter.ts';
import { abortFailure, SessionFailure } from '@gatehouse/component/engine/sessionFailure.ts';
import { sessionRow } from '@gatehouse/component/engine/sessionRow.ts';
import { Refused, Unreachable } from '@gatehouse/component/platform/http.ts';
import { untilDone } from '@gatehouse/component/platform/retry.ts';
import type { OpenFrame, ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import type { SessionCreate } from '@gatehouse/contract/wire/terminal.ts';
import { type Journal, openJournal } from '../engine/recording/journal.ts';
import type { Link } from '../engine/terminal/link.ts';
import { clampSize } from '../engine/terminal/size.ts';
import type { Channel } from '../protocols/channel.ts';
import { protocols } from '../protocols/protocols.ts';
import { failureOf } from './closedFrame.ts';
import type { LiveSession } from './liveSession.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { startTerminal } from './startTerminal.ts';

/** A window's request for a new session. */
export type OpenRequest = {
  token: string;
  /** The mark of the user. */
  visitor: string;
  frame: OpenFrame;
  link: Link;
  prompter: Prompter;
  /** Aborted when the window closes, or when its user cancels before the shell runs. */
  signal: AbortSignal;
};

const detailOf = (body: unknown): string => {
  if (body === null || typeof body !== 'object') return '';
  const { detail, msg, error } = body as Record<string, unknown>;
  const text = [detail, msg, error].find((part) => typeof part === 'string');
  return (text as string | undefined) ?? '';
};

const asFailure = (error: unknown): SessionFailure => {
  if (error instanceof Refused)
    return new SessionFailure('token_refused', { detail: detailOf(error.body) }, error);
  if (error instanceof Unreachable) return new SessionFailure('server_unreachable', {}, error);
  return failureOf(error);
};

/** Opens the journal with the session in it; when that fails, nothing of it stays. */
const beginJournal = async (deps: SessionDeps, id: string, session: SessionCreate): Promise<Journal> => {
  let journal: Journal | null = null;
  try {
    journal = await openJournal(deps.spool.pathsOf(id).journal);
    await journal.write({ t: 'session', session });
    return journal;
  } catch (error) {
    await journal?.close().catch(() => undefined);
    await deps.spool
      .remove(id)
      .catch((err) => deps.log.error({ err, session: id }, 'a journal could not be removed'));
    throw new SessionFailure('recording_failed', {}, error);
  }
};

/** Ends a session that never reached a shell: it is reported like any other, but without a recording. */
const conclude = async (deps: SessionDeps, id: string, journal: Journal, failure: SessionFailure) => {
  try {
    await journal.write({
      t: 'end',
      reason: failure.reason,
      connected: false,
      date_end: new Date().toISOString(),
    });
    await journal.close();
  } catch (err) {
    deps.log.error({ err, session: id }, 'the end of a session could not be written');
  }
  void deps.delivery.deliver(id);
};

/**
 * Reports a session, and the ticket that has made it possible, whose approval may be taken back. No session may run
 * that the server does not know.
 */
const announce = async (
  deps: SessionDeps,
  session: SessionCreate,
  ticket: string | null,
  signal: AbortSignal,
): Promise<void> => {
  const send = (call: () => Promise<void>) =>
    untilDone(call, {
      pauses: deps.pauses,
      first_ms: 250,
      max_ms: 2_000,
      shouldRetry: (error, failures) => error instanceof Unreachable && failures < 5 && !signal.aborted,
    }).catch((error) => {
      throw asFailure(error);
    });
  await send(() => deps.core.createSession(session));
  if (ticket !== null) await send(() => deps.core.relateTicket({ ticket, session: session.id }));
};

/** From a connection token to a running shell; throws `SessionFailure` with the reason for the user. */
export const openSession = async (deps: SessionDeps, request: OpenRequest): Promise<LiveSession> => {
  const { link, token, visitor, frame } = request;
  const progress = (stage: Extract<ServerFrame, { type: 'progress' }>['stage'], host: string) =>
    link.text({ type: 'progress', stage, host });

  progress('authorizing', '');
  const asked_ms = Date.now();
  const secret = await deps.core.redeem(token, visitor, frame.language ?? '').catch((error) => {
    throw asFailure(error);
  });
  const open = Object.hasOwn(protocols, secret.protocol) ? protocols[secret.protocol] : undefined;
  if (!open) throw new SessionFailure('protocol_unsupported', { protocol: secret.protocol });

  const id = randomUUID();
  const started = new Date();
  const row = sessionRow(secret, { id, started, type: 'normal' });
  // Anything may end the login: the window closing, an administrator, the gateway itself.
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const settled = deps.registry.addOpening(id, (failure) => stop.abort(failure));
  const journal = await beginJournal(deps, id, row).catch((failure) => {
    settled();
    deps.log.error({ err: failure.cause, session: id }, 'a session could not be recorded');
    throw failure;
  });
  let channel: Channel | null = null;
  try {
    await announce(deps, row, secret.from_ticket, signal);
    channel = await open(secret, {
      session: id,
      prompter: request.prompter,
      progress,
      signal,
      reportHostKey: (report) =>
        deps.core.reportHostKey(report).catch((error) => {
          throw new SessionFailure('server_unreachable', {}, error);
        }),
      warn: (detail, message) => deps.log.warn({ session: id, ...detail }, message),
    });
    if (signal.aborted) throw abortFailure(signal);
    progress('starting', secret.asset.name);
    return await startTerminal(deps, {
      id,
      asked_ms,
      started,
      secret,
      channel,
      journal,
      visitor,
      size: clampSize(frame),
      language: frame.language,
      signal,
    });
  } catch (error) {
    channel?.close();
    const failure = asFailure(error);
    deps.log.info({ err: failure.cause, session: id, reason: failure.reason }, 'session did not begin');
    await conclude(deps, id, journal, failure);
    throw failure;
  } finally {
    settled();
  }
};
