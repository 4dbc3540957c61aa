import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Names of the objects a ticket refers to. */
export type TicketNames = {
  applicant: string;
  apply_assets?: string[];
  apply_nodes?: string[];
  apply_login_user?: string;
  apply_login_asset?: string;
  apply_login_ip?: string;
  apply_login_city?: string;
  apply_run_user?: string;
  apply_run_asset?: string;
  /** The start of a long command. */
  apply_run_command?: string;
  /** Why the command does not tell all that may run; absent: it does. */
  apply_run_doubt?: 'hidden' | 'uncertain' | 'cut' | 'changing';
  apply_from_session?: string;
  /** The account of a connection or a command. */
  account?: string;
  apply_from_cmd_filter_acl?: string;
};

/** A request for a decision, of any type. Visible across organizations to its participants. */
export const ticket = defineResource({
  app: 'tickets',
  name: 'ticket',
  path: 'tickets',
  scope: 'global',
  label: 'title',
  fields: {
    title: field.text({ required: true, max: 256, size: 'mini', search: 'contains', filter: true }),
    serial_num: field.text({ max: 32, readOnly: true }),
    type: field.choice({
      choices: ['apply_asset', 'login_confirm', 'command_confirm', 'login_asset_confirm'],
      readOnly: true,
      filter: true,
    }),
    state: field.choice({
      choices: ['pending', 'approved', 'rejected', 'closed'],
      default: 'pending',
      readOnly: true,
      filter: true,
    }),
    status: field.choice({ choices: ['open', 'closed'], default: 'open', readOnly: true, filter: true }),
    applicant: field.ref({
      to: 'users.user',
      nullable: true,
      readOnly: true,
      filter: true,
      onDelete: 'setNull',
    }),
    /**
     * Ids of every approver it has been assigned to, at any level; the levels themselves are in
     * `process_map`.
     */
    assignees: field.list({ hidden: true }),
    approval_step: field.choice({ choices: [1, 2], int: true, default: 1, readOnly: true }),
    process_map: field.nested({
      many: true,
      readOnly: true,
      fields: {
        approval_level: field.integer(),
        state: field.text(),
        assignees: field.list(),
        assignees_display: field.list(),
        processor: field.text(),
        processor_display: field.text(),
        approval_date: field.text(),
      },
    }),
    /**
     * Names as of the last save, so that the ticket stays readable after an object that it names is deleted.
     */
    rel_snapshot: field.json.of<TicketNames>()({ readOnly: true }),
    /** Seconds for which access is requested; null where a ticket is about something else. */
    duration: field.computed.of<number | null>()({ as: 'integer', readOnly: true }),
    /** Seconds from its opening to its last decision; null for a ticket on which nobody has decided. */
    decided_after: field.computed.of<number | null>()({ as: 'integer', readOnly: true }),
    /** The session that the ticket is about or has made possible. */
    linked_session: field.uuid({ nullable: true, hidden: true, noDiff: true }),
    /** What its approval has opened and revoking ends, as `kind:id`: web sessions, tokens, sessions on machines. */
    opened: field.list({ hidden: true, noDiff: true }),
    /** The rule about sign-ins or connections that asked; its approval answers no other. */
    apply_from_rule: field.uuid({ nullable: true, hidden: true, noDiff: true }),
    org_id: field.uuid({ readOnly: true, size: 'small' }),
    org_name: field.computed({ as: 'string', readOnly: true }),
  },
  filters: ['assignees__id', 'waiting', 'applicant_username_name', 'relevant_asset', 'relevant_command'],
  standard: ['date_created', 'date_updated', 'comment'],
  small: ['comment'],
  operations: ['list', 'retrieve'],
  mentionedMethods: ['POST', 'PUT', 'PATCH'],
  bulk: false,
  unique: [['serial_num']],
  order: ['-date_created'],
  indexes: [
    ['status', 'date_created'],
    ['applicant', 'date_created'],
    ['type', 'date_created'],
    ['linked_session'],
  ],
  list: {
    default: ['title', 'serial_num', 'type', 'state', 'date_created'],
    min: ['title', 'serial_num', 'type', 'state', 'date_created'],
    exclude: ['process_map', 'rel_snapshot'],
  },
  actions: {
    reject: { on: 'row', method: 'PUT', path: 'reject', permission: 'validUser', anywhere: true },
    close: { on: 'row', method: 'PUT', path: 'close', permission: 'validUser', anywhere: true },
  },
  audited: false,
  transfer: { export: false, import: false },
});
