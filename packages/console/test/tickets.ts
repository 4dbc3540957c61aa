import { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { FieldMeta, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { AssetTicket, Ticket } from '../src/resources/tickets/ticket/ticket.ts';
import { domainOptions, meta } from './domains.ts';
import { detailRow } from './sampleRow.ts';

/** Collections of all tickets, of access requests, and of comments on tickets. */
export const TICKETS = '/api/v1/tickets/tickets/';
export const REQUESTS = '/api/v1/tickets/apply-asset-tickets/';
export const COMMENTS = '/api/v1/tickets/comments/';
/** The call with which an approver rejects an access request. */
export const REJECT = 'PUT /api/v1/tickets/apply-asset-tickets/:id/reject/';

const labelled = (label: string) => meta({ label, type: 'labeled_choice', kind: 'choice', filter: true });
const moment = (label: string) => meta({ label, type: 'datetime', kind: 'datetime' });
const related = (label: string) => meta({ label, type: 'm2m_related_field', kind: 'refs' });

const metas: Record<string, FieldMeta> = {
  title: meta({ label: 'Title', kind: 'text', required: true, filter: true }),
  serial_num: meta({ label: 'Number' }),
  type: labelled('Type'),
  state: labelled('State'),
  status: labelled('Status'),
  applicant: meta({ label: 'Applicant' }),
  duration: meta({ label: 'Duration', type: 'integer' }),
  decided_after: meta({ label: 'Decided after', type: 'integer' }),
  approval_step: labelled('Level'),
  org_name: meta({ label: 'Organization' }),
  comment: meta({ label: 'Comment', kind: 'text' }),
  date_created: moment('Created'),
  date_updated: moment('Updated'),
};

const requestFields: Record<string, FieldMeta> = {
  apply_nodes: related('Nodes'),
  apply_assets: related('Assets'),
  apply_accounts: meta({ label: 'Accounts', type: 'list', kind: 'list' }),
  apply_actions: meta({
    label: 'Actions',
    type: 'tree',
    kind: 'bits',
    tree: [
      {
        value: 'all',
        label: 'All',
        children: [
          { value: 'connect', label: 'Connect' },
          { value: 'upload', label: 'Upload' },
        ],
      },
    ],
  }),
  apply_date_start: moment('Starts'),
  apply_date_expired: moment('Expires'),
  apply_permission_name: meta({ label: 'Permission name' }),
};

const options = (
  key: string,
  fields: Record<string, FieldMeta>,
  form: [string, ...string[]][],
): OptionsBody => ({
  ...domainOptions,
  actions: { GET: fields },
  view: {
    ...domainOptions.view!,
    key,
    title: 'Ticket',
    titles: 'Tickets',
    label: 'title',
    list: { default: ['title', 'serial_num', 'type', 'state', 'date_created'], min: ['title'], exclude: [] },
    form: form.map(([group, ...names]) => ({ group, label: group, fields: names })),
    permissions: { view: 'tickets.view_ticket', add: 'x', change: 'x', delete: 'x' },
    operations: ['list', 'retrieve'],
    labels: false,
    transfer: { export: false, import: false },
  },
});

/** OPTIONS of tickets and of access requests. */
export const ticketOptions = {
  'GET /api/v1/tickets/held-approvals/': { approvals: [] },
  'GET /api/v1/tickets/decision-times/': { decided: 0, average: null, waiting: 0 },
  [`OPTIONS ${TICKETS}`]: options('tickets.ticket', metas, []),
  [`OPTIONS ${REQUESTS}`]: options('tickets.applyassetticket', { ...metas, ...requestFields }, [
    ['basic', 'comment', 'title', 'org_id'],
    ['request', ...Object.keys(requestFields)],
  ]),
};

const shown = (label: string) => meta({ label, kind: 'text' });

/** What each type of confirmation shows besides. */
const waiting = {
  applyloginticket: {
    apply_login_ip: shown('Address'),
    apply_login_city: shown('Place'),
    apply_login_datetime: moment('Time'),
  },
  applyloginassetticket: { apply_login_account: shown('Account'), apply_login_ip: shown('Address') },
  applycommandticket: {
    apply_run_asset: shown('Asset'),
    apply_run_account: shown('Account'),
    apply_run_command: shown('Command'),
  },
};

/** OPTIONS of the confirmations of a type, at their address. */
export const confirmationOptions = (url: string, name: keyof typeof waiting) => ({
  [`OPTIONS ${url}`]: options(
    `tickets.${name}`,
    { ...metas, hold: labelled('Approval holds'), date_hold_until: moment('Until'), ...waiting[name] },
    [],
  ),
});

type Level = { state?: string; assignees?: string[]; by?: string };

const levelOf = ({ state = 'pending', assignees = ['me', 'ann'], by = '' }: Level, at: number) => ({
  approval_level: at + 1,
  state,
  assignees,
  assignees_display: assignees.map((id) => `${id === 'me' ? 'Me' : 'Ann Lee'}(${id})`),
  processor: by,
  processor_display: by,
  approval_date: '2031-01-02 04:04:05+00:00',
});

/** What every ticket has; by default it waits for the user `me` at its only level. */
const asked = (levels: Level[]) => ({
  id: 't1',
  title: 'ERP incident',
  serial_num: '203101020001',
  type: { value: 'apply_asset', label: 'Access to assets' } as const,
  state: { value: 'pending', label: 'Open' } as const,
  status: { value: 'open', label: 'Open' } as const,
  approval_step: { value: 1, label: 'Level 1' } as const,
  process_map: levels.map(levelOf),
  rel_snapshot: { applicant: 'Tom Rivera(tom)', apply_assets: ['app-01(10.0.0.1)'], apply_nodes: [] },
  org_id: 'org-b',
  org_name: 'Northwind',
  comment: 'The scheduler restarts in a loop.',
  date_created: '2031/01/02 03:04:05 +0000',
  date_updated: '2031/01/02 03:04:05 +0000',
  decided_after: null,
});

/** A ticket as the server sends it among those of every type, with its applicant as a user. */
export const anyTicket = (over: Partial<Ticket> = {}, levels: Level[] = [{}]): Ticket => ({
  ...detailRow(ticket),
  ...asked(levels),
  applicant: { id: 'tom', name: 'Tom Rivera' },
  ...over,
});

/** An access request as the server sends it at its own address, with its applicant as text. */
export const ticketRow = (over: Partial<AssetTicket> = {}, levels: Level[] = [{}]): AssetTicket => ({
  ...detailRow(applyassetticket),
  ...asked(levels),
  applicant: 'Tom Rivera(tom)',
  apply_nodes: [],
  apply_assets: [
    { id: 'a1', name: 'app-01', address: '10.0.0.1' },
    { id: 'a2', name: 'app-02', address: '10.0.0.2' },
  ],
  apply_accounts: ['@ALL'],
  apply_actions: [
    { value: 'connect', label: 'Connect' },
    { value: 'upload', label: 'Upload' },
  ],
  apply_date_start: '2031/01/02 03:04:05 +0000',
  apply_date_expired: '2031/01/09 03:04:05 +0000',
  apply_permission_name: 'ERP incident-t1',
  ...over,
});
