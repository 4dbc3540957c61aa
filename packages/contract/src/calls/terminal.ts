import { z } from 'zod';
import { optionalText } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { defineForm } from '../call/defineForm.ts';
import { media } from '../call/media.ts';
import { orShort, rowOf, writeOf } from '../call/rowOf.ts';
import { treeNodes } from '../call/treeNodes.ts';
import { field } from '../resource/fields.ts';
import { endpoint } from '../resources/terminal/endpoint.ts';
import { hostkey } from '../resources/terminal/hostkey.ts';
import { terminal } from '../resources/terminal/terminal.ts';
import { hostKeyReportSchema } from '../wire/connection.ts';
import type { TerminalStatus } from '../wire/terminal.ts';

const cut = (max: number) => (text: string) => text.slice(0, max);

const registered = z.object({ name: z.string(), type: z.string(), comment: z.string() });

export const registerComponent = defineCall(
  ['POST /api/v1/terminal/terminal-registrations/', 'POST /api/v1/terminal/registration/'],
  {
    summary: 'Registers a component with the bootstrap token; the secret of its key is only in this answer',
    permission: 'public',
    body: z.object({
      name: z.string('required').trim().min(1, 'required').transform(cut(128)),
      type: z.enum(terminal.fields.type.choices, 'invalid_choice'),
      comment: optionalText.transform((text = '') => cut(1024)(text)),
    }),
    status: 201,
    answer: registered.extend({
      remote_addr: z.string(),
      service_account: z.object({
        id: z.string(),
        name: z.string(),
        comment: z.string(),
        access_key: z.object({
          id: z.string(),
          secret: z.string(),
          is_active: z.boolean(),
          ip_group: z.array(z.string()),
          date_created: z.string(),
          date_last_used: z.null(),
        }),
      }),
    }),
    errors: ['registration_off', 'authentication_failed', 'component_disabled'],
  },
);

export const reportStatus = defineCall(
  [
    'POST /api/v1/terminal/status/',
    'POST /api/v1/terminal/terminals/status/',
    'POST /api/v1/terminal/terminals/:id/status/',
  ],
  {
    summary: 'For components: sends a heartbeat; returns the open tasks',
    permission: 'terminal.add_status',
    body: z.looseObject({}) as unknown as z.ZodType<{ [name: string]: unknown }, TerminalStatus>,
    status: 201,
    answer: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        args: z.string(),
        kwargs: z.unknown(),
        terminal: z.string().nullable(),
        is_finished: z.boolean(),
      }),
    ),
  },
);

const names = z.array(z.string());

export const getComponentMetrics = defineCall('GET /api/v1/terminal/components/metrics/', {
  summary: 'State of the components, by type',
  permission: 'terminal.view_terminal',
  shows: {
    columns: {
      type: 'string',
      total: 'integer',
      session_active: 'integer',
      normal: 'list',
      high: 'list',
      critical: 'list',
      offline: 'list',
    },
  },
  answer: z.array(
    z.object({
      type: z.string(),
      total: z.int(),
      session_active: z.int(),
      normal: names,
      high: names,
      critical: names,
      offline: names,
    }),
  ),
});

export const getPrometheusMetrics = defineCall('GET /api/v1/prometheus/metrics/', {
  summary: 'State of the components, for Prometheus; by name for those who may see components',
  permission: 'public',
  answer: media('text/plain'),
  errors: ['authentication_failed'],
});

const connectMethod = z.object({
  component: z.string(),
  type: z.string(),
  endpoint_protocol: z.string(),
  value: z.string(),
  label: z.string(),
});

export const listConnectMethods = defineCall('GET /api/v1/terminal/components/connect-methods/', {
  summary: 'Ways to connect, by protocol; with `flat` as one list',
  permission: 'validUser',
  query: z.object({ flat: z.string().optional() }),
  shows: {
    columns: {
      value: 'string',
      label: 'string',
      type: 'string',
      endpoint_protocol: 'string',
      component: 'string',
    },
  },
  answer: orShort(z.record(z.string(), z.array(connectMethod)), z.array(connectMethod)),
});

const asked = z.string().optional();

export const findEndpoint = defineCall('GET /api/v1/terminal/endpoints/smart/', {
  summary: 'Where a client connects to',
  // Signed-in users, and pages that only have a valid connection token.
  permission: 'public',
  query: z.object({
    protocol: asked,
    asset_id: asked,
    session_id: asked,
    token: asked.describe('A connection token'),
    target_ip: asked.describe('In place of the address of the asset'),
  }),
  shows: { rows: 'terminal.endpoint' },
  answer: rowOf(endpoint),
  otherwise: { 404: z.object({ error: z.literal('protocol') }) },
  errors: ['not_authenticated'],
});

export const listOraclePorts = defineCall('GET /api/v1/terminal/db-listen-ports/', {
  summary:
    'Ports at which Oracle assets are reached, each its own; none, as nothing listens for their clients',
  permission: 'assets.view_asset',
  shows: { refused: true },
  answer: z.array(z.number().int()),
});

/** What clients of the protocol expect of a command storage. */
const commandStorage = defineForm({
  app: 'forms',
  name: 'commandstorage',
  mode: 'create',
  fields: {},
  mentions: {
    id: field.uuid(),
    name: field.text({ required: true, max: 128 }),
    type: field.choice({ required: true, choices: ['null', 'server', 'es'] }),
    meta: field.json({ required: true, told: { type: 'nested object' } }),
    is_default: field.boolean(),
    comment: field.text({ multiline: true }),
  },
});

export const getCommandStorageTree = defineCall('GET /api/v1/terminal/command-storages/tree/', {
  summary: 'Command storages, each with its number of matches',
  permission: 'terminal.view_commandstorage|terminal.view_command',
  isList: true,
  shows: { form: commandStorage },
  answer: treeNodes,
});

export const addHostKey = defineCall('POST /api/v1/terminal/host-keys/', {
  summary: 'Adds a host key known in advance; components report the keys they see',
  // Components that report sessions also report host keys, without being allowed to change assets.
  permission: 'assets.change_asset|terminal.add_session',
  body: writeOf(hostkey).or(hostKeyReportSchema),
  answer: z.object({ id: z.string(), status: z.enum(['trusted', 'unconfirmed', 'changed']) }),
  otherwise: {
    201: rowOf(hostkey)
      .or(z.array(rowOf(hostkey)))
      .describe('The keys that were entered'),
  },
  errors: ['object_does_not_exist'],
});
