import type { Database } from '../../platform/database.ts';
import type { Language, Lookup } from '../../platform/i18n.ts';
import type { Settings } from '../../platform/settings.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';
import { messageOf, readMessage } from '../../resources/notifications/sitemessage/index.ts';
import { receiverOf } from '../../resources/users/user/receiver.ts';
import type { Channel, Letter } from './channel.ts';
import { chosenChannels } from './choice.ts';
import { dropAll, dropWaiting, markDelivered, postpone, takeWaiting } from './outbox.ts';

/** What delivering needs. */
export type DeliverDeps = {
  db: Database;
  settings: Settings;
  lookup: Lookup;
  language: Language;
  channels: readonly Channel[];
  /** Address of the console, for links. */
  siteUrl: () => string | undefined;
  signal?: AbortSignal;
  log?: (line: string) => void;
  /** Time limit for one delivery, in milliseconds. */
  patienceMs?: number;
};

/**
 * Time limit for one delivery, in milliseconds: shorter than the ten minutes for which a server takes a
 * message, so that no other server delivers it meanwhile.
 */
const usualPatienceMs = 120_000;

/** Waits for a delivery until its time is over; a channel may ignore the signal. */
const inTime = async (deliver: (signal: AbortSignal) => Promise<void>, patienceMs: number): Promise<void> => {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`not delivered in time (${patienceMs / 1000} s)`));
  }, patienceMs);
  try {
    await Promise.race([deliver(late.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
};

const letterOf = (text: MessageText, { lookup, language, siteUrl }: DeliverDeps): Letter => {
  const { subject, message } = readMessage(text, (key, params) => lookup(language, key, params) ?? key);
  // Links to the console have no host; a mail needs one.
  const html = message.replaceAll('href="/', `href="${(siteUrl() ?? '').replace(/\/$/, '')}/`);
  const words = html.replace(/<a href="([^"]*)">([^<]*)<\/a>/g, '$2: $1').replace(/<[^>]*>/g, ' ');
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const plain = words.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => signs[name] ?? whole);
  return { subject, html, text: plain.replace(/[ \t]+/g, ' ').trim() };
};

/** Delivers the next waiting message; returns whether there was one. */
const deliverNext = async (on: readonly Channel[], deps: DeliverDeps): Promise<boolean> => {
  const { db, settings, log, patienceMs = usualPatienceMs } = deps;
  const waiting = await takeWaiting(db);
  if (!waiting) return false;
  const found = await messageOf(waiting.message, db);
  const receiver = found?.user ? await receiverOf(found.user, db) : undefined;
  const chosen = found?.user ? await chosenChannels(found.user, db) : undefined;
  const failures: string[] = [];
  if (found && receiver)
    for (const channel of on) {
      if (chosen && !chosen.includes(channel.name)) continue;
      if (waiting.delivered.includes(channel.name) || !channel.reaches(receiver)) continue;
      try {
        const letter = letterOf(found.text, deps);
        await inTime((signal) => channel.deliver(letter, receiver, settings, signal), patienceMs);
        await markDelivered(waiting, channel.name, db);
      } catch (error) {
        failures.push(`${channel.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  if (failures.length === 0) await dropWaiting(waiting.message, db);
  else {
    const isLast = !(await postpone(waiting, db));
    log?.(`message ${waiting.message}: ${failures.join('; ')}${isLast ? ', given up' : ''}`);
  }
  return true;
};

/**
 * Delivers waiting messages by every configured channel, until none is due or the signal aborts. Without such
 * a channel they are dropped.
 */
export const deliverMessages = async (deps: DeliverDeps): Promise<void> => {
  const configured = () => deps.channels.filter((channel) => channel.isOn(deps.settings));
  // Another server may have queued messages for a channel that this one has not learned of yet.
  if (configured().length === 0) await deps.settings.reload();
  const on = configured();
  if (on.length === 0) return void (await dropAll(deps.db));
  while (await deliverNext(on, deps)) deps.signal?.throwIfAborted();
};
