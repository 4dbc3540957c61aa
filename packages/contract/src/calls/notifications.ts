import { z } from 'zod';
import { someIds, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { defineForm } from '../call/defineForm.ts';
import { paging } from '../call/paging.ts';
import { listOf } from '../call/rowOf.ts';
import { field } from '../resource/fields.ts';
import { messageBackends } from '../wire/siteMessages.ts';

const done = z.object({ detail: z.literal('ok') });
const backend = z.enum(messageBackends);

/** Maximum number of messages that a single request may mark. */
const mostMarked = 1000;
/** Maximum number of users, and of groups, that a message may name; larger audiences need a broadcast. */
const mostNamed = 1000;
/** Maximum length of a message text, in characters. */
const longest = 20_000;

export const countUnreadMessages = defineCall('GET /api/v1/notifications/site-messages/unread-total/', {
  summary: 'Number of your unread site messages',
  permission: 'validUser',
  shows: { rows: 'notifications.sitemessage' },
  answer: z.object({ total: z.int() }),
});

export const markMessagesRead = defineCall('PATCH /api/v1/notifications/site-messages/mark-as-read/', {
  summary: 'Marks some of your site messages as read',
  permission: 'validUser',
  body: z.object({ ids: someIds(mostMarked) }),
  answer: done,
  errors: ['object_does_not_exist'],
});

export const markAllMessagesRead = defineCall('PATCH /api/v1/notifications/site-messages/mark-as-read-all/', {
  summary: 'Marks all your site messages as read',
  permission: 'validUser',
  answer: done,
});

export const sendSiteMessage = defineCall('POST /api/v1/notifications/site-messages/send/', {
  summary: 'Sends a site message to users, to members of groups, or to all users',
  permission: 'settings.change_systemmsgsubscription',
  body: defineForm({
    app: 'notifications',
    name: 'send',
    mode: 'create',
    fields: {
      subject: field.text({ required: true, max: 128 }),
      message: field.text({ required: true, multiline: true, max: longest }),
      user_ids: field.list({ maxItem: 36, maxItems: mostNamed, default: [] }),
      group_ids: field.list({ maxItem: 36, maxItems: mostNamed, default: [] }),
      is_broadcast: field.boolean({ default: false }),
    },
  }),
  answer: done,
});

export const listMessageBackends = defineCall('GET /api/v1/notifications/backends/', {
  summary: 'Delivery channels of messages',
  permission: 'validUser',
  shows: { columns: { name: 'string', name_display: 'string' } },
  answer: z.array(z.object({ name: backend, name_display: z.string() })),
});

const subscription = z.object({ user_id: z.string(), receive_backends: z.array(backend) });
const shows = { columns: { user_id: 'field', receive_backends: 'list' } } as const;

export const listSubscriptions = defineCall('GET /api/v1/notifications/user-msg-subscription/', {
  summary: 'Your delivery channels, as a list with one entry',
  permission: 'validUser',
  query: z.object(paging),
  shows,
  answer: listOf(subscription),
});

export const getSubscription = defineCall('GET /api/v1/notifications/user-msg-subscription/:user/', {
  summary: 'Your delivery channels',
  permission: 'validUser',
  shows,
  answer: subscription,
  errors: ['object_does_not_exist'],
});

const receiver = z.looseObject({ id: z.string(), name: z.string() });
const systemSubscription = z.object({
  message_type: z.string(),
  message_type_label: z.string(),
  users: z.array(z.string()),
  groups: z.array(z.string()),
  receive_backends: z.array(backend),
  receivers: z.array(receiver),
});

const systemSubscriptionGroup = z.object({
  category: z.string(),
  category_label: z.string(),
  children: z.array(systemSubscription),
});

export const listSystemSubscriptions = defineCall('GET /api/v1/notifications/system-msg-subscription/', {
  summary: 'Messages of the system with their receivers and channels',
  permission: 'settings.change_systemmsgsubscription',
  shows: { columns: { category: 'string', category_label: 'string', children: 'list' } },
  answer: z.array(systemSubscriptionGroup),
});

const ids = z.array(uuid, 'not_a_list').max(mostNamed, 'max_items').optional();

export const changeSystemSubscription = defineCall(
  [
    'PUT /api/v1/notifications/system-msg-subscription/:type/',
    'PATCH /api/v1/notifications/system-msg-subscription/:type/',
  ],
  {
    summary: 'Chooses who gets a message of the system, and by which channels',
    permission: 'settings.change_systemmsgsubscription',
    body: z.object({
      users: ids,
      groups: ids,
      receive_backends: z.array(backend, 'not_a_list').max(100, 'max_items').optional(),
    }),
    answer: systemSubscription,
    errors: ['object_does_not_exist'],
  },
);

export const changeSubscription = defineCall(
  [
    'PUT /api/v1/notifications/user-msg-subscription/:user/',
    'PATCH /api/v1/notifications/user-msg-subscription/:user/',
  ],
  {
    summary: 'Chooses your delivery channels; the site message is always among them',
    permission: 'validUser',
    body: z.object({
      receive_backends: z.array(backend, 'not_a_list').max(100, 'max_items').optional(),
    }),
    answer: subscription,
    errors: ['object_does_not_exist'],
  },
);
