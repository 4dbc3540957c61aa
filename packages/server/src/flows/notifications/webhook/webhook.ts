import { createHmac } from 'node:crypto';
import { messageSpec } from '@gatehouse/contract/messages/messages.ts';
import { type Outgoing, outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Channel, Parcel } from '../channel.ts';

/** What the webhook is told about a message. */
const bodyOf = ({ id, letter, type, org, date, params }: Parcel): string =>
  JSON.stringify({
    id,
    type,
    category: messageSpec(type)?.category ?? '',
    date: date.toISOString(),
    organization: org,
    subject: letter.subject,
    text: letter.text,
    params,
  });

/**
 * The signature of a call: the receiver computes it with the shared secret over time and body, and so knows that a call is
 * ours and not an old one sent again.
 */
const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

/** Posts to an address as the settings say; any answer but success is a failure, and no redirect is followed. */
export const callWebhook = async (
  to: { url: string; secret: string },
  parcel: Parcel,
  signal: AbortSignal,
  { request }: Pick<Outgoing, 'request'> = outgoing,
): Promise<void> => {
  const body = bodyOf(parcel);
  const time = String(Math.floor(Date.now() / 1000));
  const payload = Buffer.from(body);
  const answer = await request(new URL(to.url), {
    method: 'POST',
    body: payload,
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': payload.length,
      'x-gatehouse-delivery': parcel.id,
      'x-gatehouse-timestamp': time,
      ...(to.secret && { 'x-gatehouse-signature': signatureOf(to.secret, time, body) }),
    },
  });
  answer.destroy();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`answered ${status}`);
};

/** Messages of the system as calls of an address of the customer, once each. */
export const webhook: Channel = {
  name: 'webhook',
  toPlace: true,
  isOn: (settings) => settings.get('WEBHOOK_ENABLED') && settings.get('WEBHOOK_URL') !== '',
  reaches: () => false,
  deliver: (parcel, settings, signal) =>
    callWebhook({ url: settings.get('WEBHOOK_URL'), secret: settings.get('WEBHOOK_SECRET') }, parcel, signal),
};
