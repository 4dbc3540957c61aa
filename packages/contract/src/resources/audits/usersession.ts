import { signInMethods } from '../../authentication/signIn.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Clients of the protocol are told that they may send these fields. */
const writable = { required: true, readOnly: false };

/** A web session: a signed-in browser of a user. */
export const usersession = defineResource({
  app: 'audits',
  name: 'usersession',
  path: 'user-sessions',
  scope: 'global',
  label: 'ip',
  fields: {
    user: field.ref({ to: 'users.user', readOnly: true, onDelete: 'cascade', told: { readOnly: false } }),
    type: field.choice({
      choices: ['W', 'T', 'U'],
      default: 'W',
      readOnly: true,
      filter: true,
      told: writable,
    }),
    ip: field.text({ max: 39, readOnly: true, search: 'contains', filter: true, told: writable }),
    city: field.text({
      max: 254,
      nullable: true,
      readOnly: true,
      search: 'contains',
      filter: true,
      told: { readOnly: false },
    }),
    user_agent: field.text({ max: 512, nullable: true, readOnly: true, told: { readOnly: false } }),
    backend: field.choice({
      choices: ['', ...signInMethods],
      plain: true,
      open: true,
      readOnly: true,
      told: { type: 'string', readOnly: false },
    }),
    backend_display: field.computed({ as: 'string', readOnly: true }),
    is_active: field.computed({ as: 'boolean', readOnly: true }),
    is_current_user_session: field.computed({ as: 'boolean', readOnly: true }),
    date_expired: field.datetime({ readOnly: true, told: writable }),
    session_id: field.text({ max: 128, hidden: true }),
  },
  filters: ['is_active'],
  standard: ['date_created'],
  toldWritable: ['date_created'],
  operations: ['list', 'retrieve'],
  mentionedMethods: ['POST'],
  unique: [['session_id']],
  order: ['-date_created'],
  list: {
    default: ['user', 'backend_display', 'ip', 'city', 'user_agent', 'date_created', 'is_active', 'actions'],
    min: ['user', 'ip', 'actions'],
    exclude: ['backend'],
  },
  actions: {
    offline: {
      on: 'collection',
      method: 'POST',
      path: 'offline',
      ofRows: true,
      permission: 'audits.offline_usersession',
    },
  },
  audited: false,
  transfer: { export: false, import: false },
  console: {
    base: 'OnlineSession',
    path: 'audit/online-user-session',
    pages: ['list'],
    order: 100,
    icon: 'user',
    names: { list: 'OnlineSession' },
  },
});
