import { actionBits, actionTree } from '../../permissions/actionBits.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * What the server gives a client so that a component may connect, once or, if the token is reusable,
 * repeatedly.
 */
export const connectiontoken = defineResource({
  app: 'authentication',
  name: 'connectiontoken',
  path: 'connection-token',
  aliases: ['/users/connection-token'],
  scope: 'org',
  letsOrganizationGo: 'ends with its asset, and by itself',
  label: 'id',
  sizes: ['mini'],
  fields: {
    value: field.text({ max: 64, readOnly: true, size: 'mini' }),
    user: field.ref({ to: 'users.user', readOnly: true, onDelete: 'cascade' }),
    asset: field.ref({
      to: 'assets.asset',
      required: true,
      onDelete: 'cascade',
      told: { required: false },
    }),
    account: field.text({ required: true, max: 128 }),
    input_username: field.text({ max: 128 }),
    input_secret: field.secret({ max: 40960, writeOnly: true }),
    protocol: field.text({ max: 16, default: 'ssh' }),
    connect_method: field.text({ required: true, max: 32 }),
    connect_options: field.json({}),
    actions: field.bits({ bits: actionBits, tree: actionTree, readOnly: true }),
    user_display: field.text({ max: 256, readOnly: true, search: 'contains', filter: true }),
    asset_display: field.text({ max: 256, readOnly: true, search: 'contains', filter: true }),
    from_ticket: field.uuid({ nullable: true, readOnly: true, told: { type: 'object_related_field' } }),
    from_ticket_info: field.computed.of<object>()({ as: 'json', readOnly: true }),
    expire_time: field.computed({ as: 'integer', readOnly: true }),
    is_active: field.boolean({ default: true }),
    is_reusable: field.boolean({ default: false }),
    is_expired: field.computed({ as: 'boolean', readOnly: true }),
    date_expired: field.datetime({ readOnly: true }),
    remote_addr: field.text({ max: 128, nullable: true, hidden: true }),
    /** Web session that created it. */
    session_id: field.text({ max: 64, hidden: true, nullable: true }),
    permission: field.json({ hidden: true, nullable: true }),
    /** How often components redeemed it without having reported a session yet, by their service accounts. */
    redeemed: field.json.of<{ [component: string]: number }>()({ hidden: true, nullable: true }),
  },
  mentions: { org_id: field.text({ max: 36 }) },
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  toldWritable: ['created_by', 'updated_by'],
  operations: ['list', 'retrieve', 'create'],
  mentionedMethods: ['PATCH'],
  bulk: false,
  unique: [['value']],
  order: ['-date_expired'],
  indexes: [['date_expired'], ['asset', 'user']],
  list: { default: ['id', 'date_expired', 'actions'], min: ['id', 'actions'] },
  actions: {
    expire: {
      on: 'row',
      method: 'PATCH',
      path: 'expire',
      permission: 'authentication.expire_connectiontoken',
    },
    reuse: {
      on: 'row',
      method: 'PATCH',
      path: 'reuse',
      permission: 'authentication.reuse_connectiontoken',
    },
    exchange: {
      on: 'collection',
      method: 'POST',
      path: 'exchange',
      permission: 'authentication.add_connectiontoken',
    },
  },
  audited: false,
  transfer: { export: false, import: false },
  console: {
    base: 'ConnectionToken',
    path: 'profile/connection-token',
    pages: ['list'],
    order: 120,
    icon: 'safety',
    names: { list: 'ConnectionToken' },
  },
});
