import { assetTypes, categories } from '../../assets/categories.ts';
import { suMethods } from '../../assets/constraints.ts';
import { MOST_PORT } from '../../network/ports.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const switchedOn = field.boolean({ default: false });
const methodId = field.text({ max: 32, nullable: true });
const methodParams = field.json({});

/** The kind of an asset: the protocols it speaks and how automations treat it. */
export const platform = defineResource({
  app: 'assets',
  name: 'platform',
  path: 'platforms',
  scope: 'global',
  id: 'integer',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({
      required: true,
      max: 50,
      format: 'slug',
      size: 'mini',
      search: 'contains',
      filter: true,
    }),
    category: field.choice({
      choices: categories,
      required: true,
      createOnly: true,
      requiredToReplace: true,
      size: 'small',
      filter: true,
    }),
    type: field.choice({
      choices: assetTypes,
      open: true,
      required: true,
      createOnly: true,
      requiredToReplace: true,
      size: 'small',
      filter: true,
    }),
    charset: field.choice({ choices: ['utf-8', 'gbk'], default: 'utf-8', size: 'small' }),
    protocols: field.nested({
      many: true,
      required: true,
      told: { required: false },
      cell: ['name', 'port'],
      fields: {
        id: field.integer({ told: { readOnly: true } }),
        name: field.text({ required: true, max: 32 }),
        port: field.integer({ required: true, min: 0, max: MOST_PORT }),
        primary: field.boolean({ default: false, help: true }),
        required: field.boolean({ default: false, help: true }),
        default: field.boolean({ default: false, help: true }),
        public: field.boolean({ default: true, help: true }),
        setting: field.json.of<Record<string, unknown>>()({ told: { type: 'nested object' } }),
        secret_types: field.computed.of<string[]>()({ as: 'list', readOnly: true }),
        port_from_addr: field.computed({ as: 'boolean', readOnly: true }),
      },
    }),
    su_method: field.choice({
      choices: suMethods,
      nullable: true,
      default: 'sudo',
    }),
    automation: field.nested({
      noExport: true,
      fields: {
        id: field.integer({ readOnly: true }),
        ansible_enabled: switchedOn,
        ansible_config: field.json({}),
        ping_enabled: switchedOn,
        ping_method: methodId,
        ping_params: methodParams,
        push_account_enabled: switchedOn,
        push_account_method: methodId,
        push_account_params: methodParams,
        gather_facts_enabled: switchedOn,
        gather_facts_method: methodId,
        gather_facts_params: methodParams,
        change_secret_enabled: switchedOn,
        change_secret_method: methodId,
        change_secret_params: methodParams,
        verify_account_enabled: switchedOn,
        verify_account_method: methodId,
        verify_account_params: methodParams,
        gather_accounts_enabled: switchedOn,
        gather_accounts_method: methodId,
        gather_accounts_params: methodParams,
      },
    }),
    custom_fields: field.nested({
      many: true,
      fields: {
        name: field.text({ required: true, max: 128 }),
        label: field.text({ required: true, max: 128 }),
        type: field.choice({
          choices: ['str', 'password', 'int', 'bool', 'text', 'choice', 'list'],
          default: 'str',
          plain: true,
        }),
        default: field.text({ max: 1024 }),
        help_text: field.text({ max: 1024 }),
        choices: field.list({}),
      },
    }),
    labels: field.labels(),
    internal: field.boolean({ default: false, readOnly: true, size: 'mini' }),
    domain_enabled: field.boolean({ default: true, help: true }),
    su_enabled: field.boolean({ default: false, help: true }),
  },
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated', 'comment'],
  bulk: false,
  undo: true,
  unique: [['name']],
  order: ['-internal', 'name'],
  list: {
    default: ['name', 'category', 'type', 'actions'],
    min: ['name', 'actions'],
    exclude: ['automation'],
  },
  form: [
    ['basic', 'name', 'category', 'type', 'charset', 'domain_enabled'],
    ['config', 'protocols', 'su_enabled', 'su_method'],
    ['automations', 'automation'],
    ['other', 'comment'],
  ],
  actions: {
    filterNodesAssets: {
      on: 'collection',
      method: 'POST',
      path: 'filter-nodes-assets',
      permission: 'assets.view_platform',
    },
  },
  console: {
    base: 'Platform',
    path: 'console/assets/platforms',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 240,
    needs: { update: '' },
  },
});
