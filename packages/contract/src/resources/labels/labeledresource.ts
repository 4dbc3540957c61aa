import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Numbers of the types that labels can be bound to, as a common installation of the protocol has them. */
export const labelledNumbers = [1, 18, 19, 26, 28, 40, 42, 52] as const;

/** One label bound to one row. */
export const labeledresource = defineResource({
  app: 'labels',
  name: 'labeledresource',
  path: 'labeled-resources',
  scope: 'org',
  letsOrganizationGo: 'goes with its label',
  label: 'resource',
  sizes: [],
  fields: {
    label: field.ref({
      to: 'labels.label',
      attrs: ['display_name'],
      required: true,
      onDelete: 'cascade',
      filter: true,
    }),
    res_type: field.choice({
      choices: [
        'users.user',
        'users.usergroup',
        'assets.asset',
        'assets.domain',
        'assets.platform',
        'perms.assetpermission',
        'accounts.account',
        'accounts.accounttemplate',
      ],
      numbers: labelledNumbers,
      required: true,
      filter: true,
      told: { required: false },
    }),
    res_id: field.text({ required: true, max: 36, filter: true }),
    resource: field.computed({ as: 'string', readOnly: true, told: { required: true, readOnly: false } }),
  },
  filters: ['label__name', 'label__value'],
  standard: ['date_created', 'date_updated'],
  unique: [['label', 'res_type', 'res_id']],
  indexes: [['res_type', 'res_id']],
  list: { default: ['resource', 'res_type', 'actions'], min: ['resource', 'actions'] },
  form: [['basic', 'label', 'res_type', 'res_id']],
  audited: false,
});
