import type { MessageKey } from '@gatehouse/contract/messages/messages.ts';
import type { Database } from '../../platform/database.ts';
import {
  type Due,
  dropDelivery,
  dropWaitingFor,
  markFailed,
  markSent,
  takeDue,
} from '../../resources/audits/messagelog/statements.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';
import { receiverOf } from '../../resources/users/user/receiver.ts';
import { type Channel, lanes, type Parcel, type Receiver } from './channel.ts';
import { chosenChannels } from './choice.ts';
import { inTime } from './inTime.ts';
import { type LetterDeps, type LetterLink, letterOf } from './letter.ts';

/** What delivering needs. */
export type DeliverDeps = LetterDeps & {
  db: Database;
  /** Name of this server. */
  server: string;
  channels: readonly Channel[];
  /** A link by which a user sets a new password; made when a mail leaves, and stored nowhere but there. */
  passwordLink?: (userId: string) => Promise<string | undefined>;
  /** A link by which a user decides on a ticket; undefined where there is nothing to decide, or not by links. */
  decisionLink?: (userId: string, ticketId: string) => Promise<string | undefined>;
  signal?: AbortSignal;
  log?: (line: string) => void;
  /** Time limit for one delivery, in milliseconds. */
  patienceMs?: number;
};

/**
 * Time limit for one delivery, in milliseconds: shorter than the ten minutes for which a server that is there takes a
 * message, so that no other server delivers it meanwhile.
 */
const usualPatienceMs = 120_000;

/** Minutes until a failed delivery is tried again, by the number of attempts; after the last it is given up. */
const pauses = [1, 5, 10, 30, 120] as const;

/** Whether a mail brings the link by which its receiver sets a password. */
const bringsLink = (text: MessageText): boolean =>
  'key' in text && (text.key === 'password_reset' || text.params.password === 'link');

const toDecide: readonly string[] = [
  'ticket_to_decide',
  'login_to_confirm',
  'connection_to_confirm',
  'command_to_confirm',
] satisfies MessageKey[];

/** The link that a mail brings to its receiver alone. */
const linkOf = async (
  { user }: Due,
  text: MessageText,
  deps: DeliverDeps,
): Promise<LetterLink | undefined> => {
  if (!user) return undefined;
  const words = 'key' in text && toDecide.includes(text.key) ? 'decide' : 'password';
  const made = async () => {
    if ('key' in text && words === 'decide') return deps.decisionLink?.(user, String(text.params.id));
    return bringsLink(text) ? deps.passwordLink?.(user) : undefined;
  };
  const href = await made();
  return href ? { href, words } : undefined;
};

const parcelOf = async (due: Due, receiver: Receiver | undefined, deps: DeliverDeps): Promise<Parcel> => {
  const text = due.text as MessageText;
  const link = due.backend === 'email' ? await linkOf(due, text, deps) : undefined;
  return {
    id: due.id,
    letter: letterOf(text, deps, { ...(receiver && { receiver }), ...(link && { link }) }),
    ...(receiver && { receiver }),
    type: due.message_type,
    org: due.org_id,
    date: new Date(due.date_created),
    ...(due.date_sent && { sentBefore: new Date(due.date_sent) }),
    params: 'key' in text ? text.params : {},
  };
};

/** Whom a channel carries it to; undefined when there is nobody, such as a disabled user. */
const addressee = async (
  due: Due,
  channel: Channel,
  db: Database,
): Promise<{ receiver?: Receiver } | undefined> => {
  if (channel.toPlace) return {};
  const receiver = due.user ? await receiverOf(due.user, db) : undefined;
  const chosen = due.user ? await chosenChannels(due.user, db) : undefined;
  const isChosen = !chosen || chosen.includes(channel.name);
  return receiver && isChosen && channel.reaches(receiver) ? { receiver } : undefined;
};

const deliverOne = async (due: Due, channel: Channel, deps: DeliverDeps): Promise<void> => {
  const { db, settings, log, patienceMs = usualPatienceMs } = deps;
  const to = await addressee(due, channel, db);
  if (!to) return void (await dropDelivery(due, db));
  let subject: string | undefined;
  try {
    const parcel = await parcelOf(due, to.receiver, deps);
    if (parcel.letter.isOwn) subject = parcel.letter.subject;
    await inTime((signal) => channel.deliver(parcel, settings, signal), patienceMs);
    await markSent(due, subject, db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const minutes = pauses[due.attempts];
    await markFailed(due, { error: reason, minutes, subject }, db);
    log?.(`message ${due.id}: ${channel.name}: ${reason}${minutes === undefined ? ', given up' : ''}`);
  }
};

/** Delivers what is due, one after the other, until nothing is. */
const runLane = async (on: readonly Channel[], deps: DeliverDeps): Promise<void> => {
  const names = on.map(({ name }) => name);
  while (true) {
    deps.signal?.throwIfAborted();
    const due = await takeDue(names, deps.server, deps.db);
    const channel = on.find(({ name }) => name === due?.backend);
    if (!due || !channel) return;
    await deliverOne(due, channel, deps);
  }
};

/**
 * Delivers waiting messages by every configured channel, until none is due or the signal aborts. What waits
 * for other channels is dropped.
 */
export const deliverMessages = async (deps: DeliverDeps): Promise<void> => {
  const { channels, db, settings } = deps;
  // Another server may have queued messages for a channel that this one has not learned of yet.
  if (channels.some((channel) => !channel.isOn(settings))) await settings.reload();
  const on = channels.filter((channel) => channel.isOn(settings));
  await dropWaitingFor(
    channels.filter((channel) => !on.includes(channel)).map(({ name }) => name),
    db,
  );
  const opened = on.map((channel) => ({ channel, shared: channel.open?.() }));
  const ways = opened.map(({ channel, shared }) =>
    shared ? { ...channel, deliver: shared.deliver } : channel,
  );
  try {
    await Promise.all(Array.from({ length: ways.length === 0 ? 0 : lanes }, () => runLane(ways, deps)));
  } finally {
    for (const { shared } of opened) shared?.close();
  }
};
