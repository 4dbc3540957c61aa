import type { ListModeOf } from '../../console/ListMode.ts';
import type { command } from '../../resources/terminal/command.ts';

type Mode = ListModeOf<typeof command>;

/** Commands of every session. */
export const commandList: Mode = {
  columns: [
    'input',
    'risk_level',
    'cmd_filter_acl_name',
    'user',
    'asset',
    'account',
    'timestamp',
    'session',
    'offset_ms',
  ],
  exclude: ['timestamp_display', 'output', 'id', 'cmd_filter_acl', 'cmd_group'],
  without: ['import'],
  dateRange: true,
};

/** The list of commands without the columns that would have the same value in every row. */
const withoutColumns = (...common: NonNullable<Mode['columns']>[number][]): Mode => ({
  ...commandList,
  columns: commandList.columns?.filter((name) => !common.includes(name)),
});

/** Commands of one asset. */
export const commandsOfAsset = withoutColumns('asset');

/** Commands of one session. */
export const commandsOfSession = withoutColumns('user', 'asset', 'account', 'session');
