import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import type { Labelled } from '../../resource/fieldTypes.ts';
import { playbookAbilities } from '../../wire/machineWork.ts';

/**
 * The load of a component. Without recent heartbeats it is `offline`, or `normal` for the type `core`, which
 * sends none.
 */
export type ComponentLoad = 'normal' | 'high' | 'critical' | 'offline';

/** What a component last reported about itself. */
export type ComponentStat = {
  id: string;
  terminal: string;
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  session_online: number;
  date_created: string;
};

/** A registered component: a gateway, a runner or a foreign component. */
export const terminal = defineResource({
  app: 'terminal',
  name: 'terminal',
  path: 'terminals',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains' }),
    type: field.choice({
      choices: [
        'koko',
        'guacamole',
        'omnidb',
        'xrdp',
        'lion',
        'core',
        'celery',
        'magnus',
        'razor',
        'tinker',
        'video_worker',
        'chen',
        'kael',
        'panda',
      ],
      plain: true,
      default: 'koko',
      readOnly: true,
      size: 'small',
      filter: true,
    }),
    remote_addr: field.text({
      max: 128,
      readOnly: true,
      size: 'small',
      search: 'contains',
      told: { readOnly: false },
    }),
    session_online: field.computed({ as: 'integer', readOnly: true, size: 'small' }),
    command_storage: field.text({ required: true, max: 128, size: 'small' }),
    replay_storage: field.text({ required: true, max: 128, size: 'small' }),
    load: field.computed.of<Labelled<ComponentLoad>>()({
      as: 'labeled_choice',
      readOnly: true,
      told: { choices: ['critical', 'high', 'normal', 'offline'] },
    }),
    stat: field.computed.of<ComponentStat | null>()({
      as: 'json',
      readOnly: true,
      told: {
        type: 'nested object',
        like: {
          resource: 'terminal.status',
          fields: [
            'sessions',
            'cpu_load',
            'memory_used',
            'disk_used',
            'session_online',
            'date_created',
            'terminal',
          ],
        },
        fields: { id: field.uuid() },
      },
    }),
    is_active: field.computed({ as: 'boolean', readOnly: true, size: 'small' }),
    is_alive: field.computed({ as: 'boolean', readOnly: true, size: 'small' }),
    /** Of a runner: what it can do with playbooks (decision 0453). */
    playbooks: field.choice({ choices: playbookAbilities, nullable: true, readOnly: true }),
    user: field.ref({ to: 'users.user', nullable: true, onDelete: 'setNull', hidden: true, noDiff: true }),
    is_deleted: field.boolean({ default: false, hidden: true, noDiff: true }),
    date_last_seen: field.datetime({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['name', 'remote_addr', 'load'],
  standard: ['date_created', 'comment'],
  small: ['date_created', 'comment'],
  operations: ['list', 'retrieve', 'update', 'destroy'],
  mentionedMethods: ['POST'],
  unique: [['name']],
  order: ['name'],
  list: {
    default: ['name', 'type', 'session_online', 'stat', 'load', 'is_active', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['storage', 'command_storage', 'replay_storage'],
    ['other', 'comment'],
  ],
  actions: {
    config: {
      on: 'collection',
      method: 'GET',
      path: 'config',
      permission: 'terminal.view_terminalconfig',
    },
    enable: { on: 'row', method: 'PATCH', path: 'enable', permission: 'terminal.change_terminal' },
    disable: { on: 'row', method: 'PATCH', path: 'disable', permission: 'terminal.change_terminal' },
  },
  transfer: { import: false },
  console: {
    base: 'Terminal',
    path: 'settings/terminal',
    pages: ['update', 'retrieve'],
    order: 231,
    under: 'settings/terminal',
  },
});
