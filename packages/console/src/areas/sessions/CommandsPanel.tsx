import {
  commandList,
  commandsOfAsset,
  commandsOfSession,
} from '@gatehouse/contract/layouts/terminal/command.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { command } from '@gatehouse/contract/resources/terminal/command.ts';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { AccountTextCell, FactCell, NamedCell } from '../../engine/cells/textCells.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { type ListState, useMemoryState } from '../../engine/list/useListState.ts';
import { COMMANDS_URL, RiskCell } from '../../resources/terminal/session/sessionCells.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './Commands.module.css';
import { ReplayMomentCell } from './SessionReplay.tsx';

const REJECTED = 5;

/** Time of a command, sent in Unix seconds. */
const MomentCell = ({ value }: { value: number }) => (
  <TimeText value={value > 0 ? dayjs.unix(value).toISOString() : null} />
);

function SessionLinkCell({ value }: { value: string }) {
  const { t } = useTranslation('resources');
  return (
    <RouteLink name="SessionDetail" params={{ id: value }} query={{ activeTab: 'Commands' }}>
      {t('command.goToSession')}
    </RouteLink>
  );
}

/** The rule that decided a command, by the name that it had then. */
function RuleCell({ value, row }: { value: string; row: RowOf<typeof command> }) {
  if (!value || !row.cmd_filter_acl) return value || <Dash />;
  return (
    <span title={row.cmd_group_name}>
      <RouteLink name="CommandFilterAclDetail" params={{ id: row.cmd_filter_acl }}>
        {value}
      </RouteLink>
    </span>
  );
}

/** A command with the start of its output. */
export const CommandOutput = ({ row }: { row: RowOf<typeof command> }) => (
  <div className={styles.output}>
    <pre className="mono">{`$ ${row.input}`}</pre>
    <pre className="mono">{row.output}</pre>
  </div>
);

const modeOf = (params: Record<string, unknown>) => {
  if ('session_id' in params) return commandsOfSession;
  return 'asset_id' in params ? commandsOfAsset : commandList;
};

/** The shared look of command lists. */
export const useCommandSlots = (params: Record<string, unknown> = {}): ListSlots<typeof command> => {
  const { t } = useTranslation('resources');
  return {
    columns: {
      input: { Cell: FactCell, width: 204, card: 'title' },
      risk_level: { Cell: RiskCell, width: 112, card: 'state' },
      cmd_filter_acl_name: {
        Cell: RuleCell,
        title: t('command.rule'),
        width: 100,
        sortable: false,
        card: 'fact',
      },
      user: { Cell: NamedCell, width: 118, card: 'fact' },
      asset: { Cell: NamedCell, width: 136, card: 'fact' },
      account: { Cell: AccountTextCell, width: 92, sortable: false },
      remote_addr: { Cell: FactCell, title: t('log.from'), width: 100, sortable: false },
      session: {
        Cell: SessionLinkCell,
        title: t('command.session'),
        width: 104,
        sortable: false,
        card: 'hidden',
      },
      offset_ms: {
        Cell: ReplayMomentCell,
        title: t('command.moment'),
        width: 76,
        sortable: false,
        card: 'fact',
      },
      timestamp: { Cell: MomentCell, width: 148, align: 'left', card: 'time' },
    },
    mode: modeOf(params),
    params,
    createActions: () => [],
    moreActions: () => [],
    rowActions: () => [],
    expand: (row) => <CommandOutput row={row} />,
    rowTone: (row) => (row.risk_level.value === REJECTED ? 'bad' : undefined),
    rowName: (row) => row.input,
    detailPath: () => undefined,
  };
};

/** Commands of one session or asset, with filters, order and page kept outside the address. */
export function CommandsPanel({ name, params }: { name: string; params: Record<string, unknown> }) {
  const state = useMemoryState({ order: '-timestamp' });
  return <CommandsTable name={name} params={params} state={state} />;
}

/** Commands as a table; `state` holds its filters, order and page. */
export function CommandsTable(props: {
  name: string;
  params: Record<string, unknown>;
  state: ListState;
  isMain?: boolean;
}) {
  const slots = useCommandSlots(props.params);
  const list = useListController({ name: props.name, url: COMMANDS_URL, state: props.state, slots });
  return <ResourceList list={list} isMain={props.isMain} />;
}
