import { field } from '../resource/fields.ts';

/** Fields that rules of every kind have. */
export const ruleFields = {
  name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
  priority: field.integer({ min: 1, max: 100, default: 50, size: 'small', help: true }),
  is_active: field.boolean({ default: true, size: 'small', filter: true }),
  users: field.selector({ to: 'users.user', required: true }),
  reviewers: field.refs({ to: 'users.user', help: true }),
};

/** Which assets a rule is about, and as which accounts. */
export const ruleTargets = {
  assets: field.selector({ to: 'assets.asset', required: true }),
  accounts: field.list({ required: true, maxItem: 128, help: true }),
};

/** The default order: 100 decides first; among equals, active rules come first. */
export const ruleOrder = ['-priority', '-is_active', 'name'] as const;

/** Standard fields of rules. */
export const ruleStandard = ['comment', 'created_by', 'date_created', 'date_updated'] as const;

/** The organization of rules that apply in every organization: always the global one, for clients of the protocol. */
export const globalOrganization = {
  field: field.uuid({ readOnly: true, virtual: true, size: 'small', noDiff: true }),
  name: field.text({ readOnly: true }),
};

/** Filters that every kind of rules with assets has: rules that hit a user or an asset. */
export const hitFilters = ['users', 'assets'] as const;

/** From where and when a rule applies. */
export const ruleConditions = field.nested({
  required: true,
  fields: { ip_group: field.ipGroup({ default: ['*'], help: true }), time_period: field.timePeriod() },
});

/** What rules about sign-ins and connections do. */
export const entryAction = field.choice({
  choices: ['reject', 'accept', 'review', 'notice'],
  default: 'reject',
  size: 'small',
  filter: true,
});
