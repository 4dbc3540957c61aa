import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A command entered in a session, with the start of its output. */
export const command = defineResource({
  app: 'terminal',
  name: 'command',
  path: 'commands',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'input',
  fields: {
    user: field.text({ required: true }),
    asset: field.text({ required: true, max: 128 }),
    account: field.text({ required: true, filter: true }),
    input: field.text({ required: true, search: 'contains' }),
    output: field.text({ multiline: true, told: { required: true } }),
    session: field.text({ required: true, max: 36, filter: true }),
    risk_level: field.choice({ choices: [0, 4, 5, 6, 7, 8], int: true, default: 0, filter: true }),
    /** The filter that decided it and the group that named it, with their names at that time. */
    cmd_filter_acl: field.uuid({ nullable: true, filter: true }),
    cmd_filter_acl_name: field.text(),
    cmd_group: field.uuid({ nullable: true }),
    cmd_group_name: field.text(),
    timestamp: field.integer({ required: true }),
    timestamp_display: field.computed({ as: 'datetime', readOnly: true }),
    remote_addr: field.computed({ as: 'string', readOnly: true }),
    offset_ms: field.integer({ nullable: true, min: 0 }),
    /** The storage where it belongs, until it has arrived there; null: here. */
    storage: field.uuid({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['session_id', 'command_storage_id', 'user', 'input', 'asset', 'asset_id'],
  mentions: { id: field.uuid({ readOnly: true }), org_id: field.text() },
  operations: ['list', 'create'],
  mentionedMethods: ['PUT', 'PATCH'],
  range: 'timestamp',
  exactRange: true,
  order: ['-timestamp'],
  indexes: [
    ['timestamp'],
    ['session', 'timestamp'],
    ['risk_level', 'timestamp'],
    ['cmd_filter_acl', 'timestamp'],
  ],
  list: {
    default: ['input', 'risk_level', 'user', 'remote_addr', 'asset', 'account', 'session', 'timestamp'],
    min: ['input', 'timestamp'],
    exclude: ['timestamp_display', 'output', 'cmd_filter_acl', 'cmd_group'],
  },
  audited: false,
  transfer: { import: false },
  console: {
    base: 'Command',
    path: 'audit/sessions/command',
    pages: ['list'],
    order: 210,
    names: { list: 'CommandList' },
  },
});
