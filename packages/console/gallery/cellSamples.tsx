import type { ReactNode } from 'react';
import { PermedAccountsCell } from '../src/areas/grantedAssets/GrantedAssets.tsx';
import type { Action } from '../src/engine/action/Action.ts';
import { RowActions } from '../src/engine/action/RowActions.tsx';
import { AmountCell } from '../src/engine/cells/AmountCell.tsx';
import { CollapsedItems, CollapsedTags } from '../src/engine/cells/CollapsedTags.tsx';
import { ConnectivityCell } from '../src/engine/cells/ConnectivityCell.tsx';
import { EditableText } from '../src/engine/cells/EditableText.tsx';
import { NameCell } from '../src/engine/cells/NameCell.tsx';
import { OnlyTrueWarning } from '../src/engine/cells/OnlyTrueWarning.tsx';
import { RelatedLink } from '../src/engine/cells/RelatedLink.tsx';
import { SecretCell } from '../src/engine/cells/SecretCell.tsx';
import { SwitchCell } from '../src/engine/cells/SwitchCell.tsx';
import { AccountTextCell, FactCell, NamedCell } from '../src/engine/cells/textCells.tsx';
import { ListScopeProvider } from '../src/engine/list/ListScope.tsx';
import { AssetIcon } from '../src/theme/icon/AssetIcon.tsx';
import { LabelTag } from '../src/theme/tag/LabelTag.tsx';
import { Pill } from '../src/theme/tag/Pill.tsx';
import { PrivilegeTag } from '../src/theme/tag/PrivilegeTag.tsx';
import { StatusText } from '../src/theme/tag/StatusText.tsx';
import { Dash } from '../src/theme/text/Dash.tsx';
import { TimeText } from '../src/theme/text/TimeText.tsx';
import { DOMAINS } from '../test/domains.ts';
import type { StateSample } from './CellStates.tsx';
import { GROUPS, LISTS, PERMED } from './galleryServer.ts';
import { metaOfKind } from './samples.ts';

const secret = 'kf8-Rz!42-wort-lang';
const row = { id: 'g1', name: 'Operations' };
const noop = () => undefined;
const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const actions = (can: boolean): Action[] =>
  ['Update', 'Clone', 'Delete'].map((title, order) => ({
    name: title.toLowerCase(),
    title,
    order,
    danger: title === 'Delete',
    can,
    reason: 'You do not have permission for this',
    onRun: noop,
  }));

const inList = (children: ReactNode, canUpdate = true, url = GROUPS) => (
  <ListScopeProvider
    value={{
      url,
      canUpdate,
      detailPath: noop,
      onOpen: undefined,
      onLabel: undefined,
      placeOf: () => 1,
      refetch: noop,
    }}
  >
    {children}
  </ListScopeProvider>
);

const editable = (text: string, canUpdate = true) =>
  inList(
    <EditableText value={text} row={row} name="comment" label="Comment">
      {text || <Dash />}
    </EditableText>,
    canUpdate,
  );

const permed = (id: string) =>
  inList(
    <PermedAccountsCell name="accounts" value={undefined} row={{ id }} meta={metaOfKind('computed')} />,
    true,
    PERMED,
  );

const labels = (...values: string[]) => (
  <CollapsedItems items={values.map((value) => ({ key: value, node: <LabelTag value={value} /> }))} />
);

/**
 * Cells that several lists share. An action that the server refuses shows its error only once it is pressed.
 */
export const cellSamples: Record<string, StateSample> = {
  name: {
    empty: <NameCell text="" to={undefined} />,
    filled: <NameCell text="erp-app-01" to="/" icon={<AssetIcon type="linux" category="host" />} />,
    error: <NameCell text="A name much longer than the column that is there to hold it" to="/" />,
    readOnly: <NameCell text="erp-app-01" to={undefined} />,
  },
  actions: {
    empty: <RowActions actions={[]} name="erp-app-01" />,
    filled: <RowActions actions={actions(true)} name="erp-app-01" />,
    error: <RowActions actions={actions(true).slice(2)} name="erp-app-01" />,
    readOnly: <RowActions actions={actions(false)} name="erp-app-01" />,
  },
  amount: {
    empty: inList(<AmountCell value={0} row={row} name="users_amount" />),
    filled: inList(<AmountCell value={1284} row={row} name="users_amount" to="/" />),
    error: inList(<AmountCell value={3} row={{ ...row, id: 'gone' }} name="users_amount" />),
    readOnly: <AmountCell value={12} row={row} name="users_amount" />,
  },
  time: {
    empty: <TimeText value={null} />,
    filled: <TimeText value={ago(13 * minute)} />,
    error: <TimeText value="not a time" />,
    readOnly: <TimeText value={ago(13 * minute)} />,
  },
  named: {
    empty: <NamedCell value="" />,
    filled: <NamedCell value="Ann Lee(ann)" />,
    error: <FactCell value={null} />,
    readOnly: <AccountTextCell value="deploy(root)" />,
  },
  connectivity: {
    empty: <ConnectivityCell value="-" />,
    filled: <ConnectivityCell value="ok" />,
    error: <ConnectivityCell value="err" />,
    readOnly: <ConnectivityCell value={{ value: 'ok', label: 'OK' }} />,
  },
  status: {
    empty: <StatusText kind="off">Ended</StatusText>,
    filled: <StatusText kind="run">Running</StatusText>,
    error: <StatusText kind="bad">Failed</StatusText>,
    readOnly: <StatusText kind="wait">Waiting for you</StatusText>,
  },
  pill: {
    empty: <Pill kind="off">Inactive</Pill>,
    filled: <Pill kind="ok">Active</Pill>,
    error: <Pill kind="bad">Expired</Pill>,
    readOnly: <Pill kind="warn">Expires soon</Pill>,
  },
  switch: {
    empty: <SwitchCell label="Active" isOn={false} url={DOMAINS} body={() => ({})} />,
    filled: <SwitchCell label="Active" isOn url={DOMAINS} body={() => ({})} />,
    error: <SwitchCell label="Refused" isOn url={LISTS.broken} body={() => ({})} />,
    readOnly: <SwitchCell label="Active" isOn url={DOMAINS} body={() => ({})} disabled />,
  },
  flag: {
    empty: <OnlyTrueWarning value={null} />,
    filled: <OnlyTrueWarning value />,
    error: <OnlyTrueWarning value />,
    readOnly: <OnlyTrueWarning value={false} />,
  },
  tags: {
    empty: <CollapsedTags items={[]} />,
    filled: <CollapsedTags items={['ssh/22', 'sftp/22', 'vnc/5900', 'rdp/3389', 'telnet/23']} />,
    error: <CollapsedTags items={['a-protocol-with-a-very-long-name/65535']} />,
    readOnly: <CollapsedTags items={['ssh/22']} />,
  },
  labels: {
    empty: <Dash />,
    filled: labels('env:prod', 'team:database', 'area:erp', 'tier:1'),
    error: labels('no-value'),
    readOnly: labels('env:prod'),
  },
  secret: {
    empty: <SecretCell name="nobody" read={async () => ''} />,
    filled: <SecretCell name="root" read={async () => secret} onEdit={noop} />,
    error: <SecretCell name="refused" read={() => Promise.reject(new Error('refused'))} />,
    readOnly: <SecretCell name="deploy" read={async () => secret} canDownload={false} />,
  },
  privilege: {
    empty: <Dash />,
    filled: <PrivilegeTag />,
    error: <PrivilegeTag bare />,
    readOnly: <PrivilegeTag />,
  },
  'editable text': {
    empty: editable(''),
    filled: editable('Reboot only at night'),
    error: editable('A comment much longer than the column that is there to hold it'),
    readOnly: editable('Reboot only at night', false),
  },
  'permitted accounts': {
    empty: permed('none'),
    filled: permed('some'),
    error: permed('gone'),
    readOnly: permed('some'),
  },
  'related row': {
    empty: <RelatedLink value={null} route="Gallery" />,
    filled: <RelatedLink value={row} route="Gallery" />,
    error: <RelatedLink value={{ id: 'gone', name: 'gone' }} route="Nowhere" />,
    readOnly: <RelatedLink value={row} route="Nowhere" />,
  },
};
