import type { Row, Values } from '../../engine/resource.ts';

type Store = (key: string, inputs: Values[]) => Promise<Row[]>;

/** A handful of access rules of an organization; the first members review. */
export const seedRules = async (members: readonly string[], store: Store): Promise<void> => {
  const [dangerous, restarts, sql] = await store('acls.commandgroup', [
    {
      name: 'dangerous',
      content: 'rm -rf\nmkfs\ndd if=\nshutdown\nreboot',
      comment: 'Destroys data or stops hosts',
    },
    { name: 'restarts', content: 'systemctl restart\nservice' },
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
};
