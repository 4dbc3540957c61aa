import type { Row, Values } from '../../engine/resource.ts';

type Store = (key: string, inputs: Values[]) => Promise<Row[]>;

/** Nights of the working days, and the weekend. */
const outOfHours = [0, 1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  value: id === 0 || id === 6 ? '00:00~00:00' : '00:00~07:00、20:00~00:00',
}));

/** Addresses that are kept for examples: no sign-in to the demo comes from them. */
const elsewhere = ['198.51.100.0/24', '203.0.113.0/24'];

/** Rules that apply in every organization: one user reviews, another one is limited. */
export const seedGlobalRules = async (
  { reviewer, limited }: { reviewer: string; limited: string },
  store: Store,
): Promise<void> => {
  const all = { users: { type: 'all' } };
  await store('acls.loginacl', [
    {
      ...all,
      name: 'From partner networks',
      rules: { ip_group: elsewhere, time_period: [] },
      priority: 70,
      action: 'review',
      reviewers: [reviewer],
      comment: 'Sign-ins of suppliers wait for an administrator',
    },
    {
      ...all,
      name: 'Partner networks out of hours',
      rules: { ip_group: elsewhere, time_period: outOfHours },
      priority: 80,
      action: 'reject',
    },
  ]);
  await store('acls.connectmethodacl', [
    {
      name: 'Browser only',
      users: { type: 'ids', ids: [limited] },
      connect_methods: ['ssh_client', 'sftp_client', 'db_client'],
      comment: 'Auditors connect where everything is recorded',
    },
  ]);
};

/** Access rules of an organization; the first members review. */
export const seedRules = async (members: readonly string[], store: Store): Promise<void> => {
  const [dangerous, restarts, sql] = await store('acls.commandgroup', [
    {
      name: 'dangerous',
      content: 'rm -rf\nmkfs\ndd if=\nshutdown\nreboot',
      comment: 'Destroys data or stops hosts',
    },
    { name: 'restarts', content: 'systemctl restart\nsystemctl reload\nservice' },
    { name: 'SQL that drops', type: 'regex', content: '\\b(drop|truncate)\\s+(table|database)\\b' },
  ]);
  const hosts = { type: 'attrs', attrs: [{ name: 'category', match: 'in', value: ['host'] }] };
  const common = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  await store('acls.commandfilteracl', [
    { ...common, name: 'No destruction', command_groups: [dangerous?.id], priority: 90, action: 'reject' },
    {
      ...common,
      name: 'Restarts on hosts',
      assets: hosts,
      command_groups: [restarts?.id],
      priority: 60,
      action: 'review',
      reviewers: members.slice(0, 2),
    },
    {
      ...common,
      name: 'Dropped tables',
      command_groups: [sql?.id],
      priority: 40,
      action: 'warning',
      reviewers: members.slice(0, 1),
    },
  ]);
  await store('acls.loginassetacl', [
    {
      ...common,
      name: 'Databases out of hours',
      assets: { type: 'attrs', attrs: [{ name: 'category', match: 'in', value: ['database'] }] },
      rules: { ip_group: ['*'], time_period: outOfHours },
      priority: 70,
      action: 'review',
      reviewers: members.slice(0, 2),
    },
    {
      ...common,
      name: 'No hosts from partner networks',
      assets: hosts,
      rules: { ip_group: elsewhere, time_period: [] },
      priority: 90,
      action: 'reject',
    },
    {
      ...common,
      name: 'Root on hosts',
      assets: hosts,
      accounts: ['root'],
      rules: { ip_group: ['*'], time_period: [] },
      priority: 40,
      action: 'notice',
      reviewers: members.slice(0, 1),
    },
  ]);
};
