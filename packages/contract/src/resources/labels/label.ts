import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A `name:value` pair that can be bound to rows of many resources. */
export const label = defineResource({
  app: 'labels',
  name: 'label',
  path: 'labels',
  aliases: ['/assets/labels'],
  scope: 'org',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({
      required: true,
      max: 64,
      size: 'mini',
      search: 'contains',
      filter: true,
      help: true,
    }),
    value: field.text({
      required: true,
      max: 64,
      size: 'small',
      search: 'contains',
      filter: true,
      help: true,
    }),
    res_count: field.computed({ as: 'integer', readOnly: true }),
    display_name: field.computed({ as: 'string', hidden: true }),
  },
  standard: ['comment', 'date_created', 'date_updated'],
  undo: true,
  unique: [['name', 'value']],
  order: ['name', 'value'],
  list: {
    default: ['name', 'value', 'res_count', 'date_created', 'actions'],
    min: ['name', 'value', 'actions'],
  },
  form: [
    ['basic', 'name', 'value'],
    ['other', 'comment'],
  ],
  actions: {
    keys: {
      on: 'collection',
      method: 'GET',
      path: 'keys',
      permission: 'labels.view_label',
      shows: { rows: 'labels.label' },
    },
  },
  console: { base: 'Label', path: 'console/more/labels', pages: ['list', 'create', 'update'], order: 500 },
});
