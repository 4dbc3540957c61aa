// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { meta, optionsOf } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { ProtocolEditor } from './ProtocolEditor.tsx';
import { ProtocolSettingDialog } from './ProtocolSettingDialog.tsx';
import type { ProtocolChoice, ProtocolRow } from './protocolRows.ts';

const ssh: ProtocolChoice = { name: 'ssh', port: 22, primary: true, secret_types: ['password'] };
const sftp: ProtocolChoice = { name: 'sftp', port: 22, default: true };
const vnc: ProtocolChoice = { name: 'vnc', port: 5900, setting: { shared: true } };
const http: ProtocolChoice = { name: 'http', port: 80, port_from_addr: true };
const SETTINGS = '/api/v1/assets/protocol-settings/';

const choiceMeta = meta({
  label: 'Autofill',
  type: 'choice',
  choices: ['no', 'basic', 'script'].map((value) => ({ value, label: value })),
  default: 'no',
});
const options = optionsOf({
  POST: {
    setting: meta({
      type: 'nested object',
      children: {
        autofill: choiceMeta,
        username_selector: meta({ label: 'User box', max_length: 64 }),
        password_selector: meta({ label: 'Password box', max_length: 64 }),
        submit_selector: meta({ label: 'Submit box', max_length: 64 }),
        script: meta({ label: 'Script', max_length: 64 }),
        port_hint: meta({ label: 'Hint', max_length: 64, default: 'none' }),
      },
    }),
  },
});

type EditorProps = Parameters<typeof ProtocolEditor>[0];
function Editor({ start, ...props }: Partial<EditorProps> & { start: ProtocolRow[] }) {
  const [rows, setRows] = useState<readonly ProtocolRow[]>(start);
  return (
    <>
      <ProtocolEditor
        label="Protocols"
        choices={[ssh, sftp, vnc, http]}
        mode="asset"
        {...props}
        value={rows}
        onChange={setRows}
      />
      <output data-testid="rows">{JSON.stringify(rows)}</output>
    </>
  );
}
const open = async (start: ProtocolRow[], props: Partial<EditorProps> = {}) => {
  const page = await renderPage({
    page: <Editor start={start} {...props} />,
    routes: { [`OPTIONS ${SETTINGS}`]: options },
  });
  await screen.findByRole('group', { name: 'Protocols' });
  return { ...page, rows: () => JSON.parse(screen.getByTestId('rows').textContent ?? '') as ProtocolRow[] };
};
const names = () => screen.getAllByRole('combobox', { name: 'Protocol' });

test('an asset adds the next free protocol with its port only', async () => {
  const { user, rows } = await open([{ name: 'ssh', port: 22 }]);
  await user.click(screen.getByRole('button', { name: /Add protocol/ }));
  await user.click(screen.getByRole('button', { name: /Add protocol/ }));
  expect(rows()).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
    { name: 'vnc', port: 5900 },
  ]);
});

test('a platform adds a protocol with all its properties, public but not primary', async () => {
  const { user, rows } = await open(
    [
      { name: 'sftp', port: 22 },
      { name: 'vnc', port: 1 },
    ],
    {
      mode: 'platform',
    },
  );
  await user.click(screen.getByRole('button', { name: /Add protocol/ }));
  expect(rows()[2]).toEqual({
    public: true,
    name: 'ssh',
    port: 22,
    primary: false,
    secret_types: ['password'],
  });
});

test('a protocol can be changed to another free protocol, gets its port, and can be removed', async () => {
  const { user, rows } = await open([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
  ]);
  expect(names().map((name) => (name as HTMLInputElement).disabled)).toEqual([true, false]);
  await user.click(names()[1] as HTMLElement);
  const offered = await screen.findAllByRole('option', { hidden: true });
  expect(offered.length).toBeGreaterThan(0);
  expect(screen.queryAllByTitle('ssh')).toHaveLength(1);
  await user.click(screen.getAllByTitle('vnc').at(-1) as HTMLElement);
  expect(rows()).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'vnc', port: 5900 },
  ]);
  const port = screen.getByRole('spinbutton', { name: 'Port of vnc' });
  await user.clear(port);
  await user.type(port, '5901');
  expect(rows()[1]).toEqual({ name: 'vnc', port: 5901 });
  expect(screen.queryByRole('button', { name: 'Remove ssh' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove vnc' }));
  expect(rows()).toEqual([{ name: 'ssh', port: 22 }]);
});

test('a protocol shows only its most important property', async () => {
  await open([
    { name: 'ssh', port: 22 },
    { name: 'sftp', port: 22 },
    { name: 'vnc', port: 1 },
  ]);
  expect(screen.getAllByText('Primary')).toHaveLength(1);
  expect(screen.getAllByText('Default')).toHaveLength(1);
  expect(screen.queryByText('Required')).toBeNull();
});

test('a platform shows the properties of its own protocols, and every name can be changed', async () => {
  await open(
    [
      { name: 'ssh', port: 22, required: true, default: true },
      { name: 'sftp', port: 22 },
    ],
    { mode: 'platform' },
  );
  screen.getByText('Required');
  expect(screen.queryByText('Primary')).toBeNull();
  expect(screen.queryByText('Default')).toBeNull();
  expect(names().map((name) => (name as HTMLInputElement).disabled)).toEqual([false, false]);
});

test('on an asset, a port taken from the address is read-only', async () => {
  await open([
    { name: 'http', port: 80 },
    { name: 'vnc', port: 1 },
  ]);
  expect(screen.getByRole('spinbutton', { name: 'Port of http' })).toHaveProperty('readOnly', true);
  expect(screen.getByRole('spinbutton', { name: 'Port of vnc' })).toHaveProperty('readOnly', false);
});

test('a disabled protocol editor shows everything and changes nothing', async () => {
  await open(
    [
      { name: 'sftp', port: 22 },
      { name: 'vnc', port: 1 },
    ],
    { disabled: true },
  );
  for (const name of names()) expect(name).toHaveProperty('disabled', true);
  for (const port of screen.getAllByRole('spinbutton')) expect(port).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Remove vnc' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: /Add protocol/ })).toHaveProperty('disabled', true);
});

test("on an asset the platform's protocol settings are read-only", async () => {
  const { user } = await open([{ name: 'vnc', port: 5900 }]);
  await user.click(screen.getByRole('button', { name: 'Settings of vnc' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('switch', { name: /^Public/ })).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
  const [close] = dialog.getAllByRole('button', { name: 'Close' }).slice(-1);
  await user.click(close as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const openSettings = async (row: ProtocolRow) => {
  const onSave = vi.fn();
  const page = await renderPage({
    page: <ProtocolSettingDialog row={row} isReadOnly={false} onClose={() => undefined} onSave={onSave} />,
    routes: { [`OPTIONS ${SETTINGS}`]: options },
  });
  await screen.findByRole('switch', { name: /^Required/ });
  return { ...page, onSave };
};

test('protocol settings override the defaults and are saved with the flags', async () => {
  const { user, onSave, server } = await openSettings({
    name: 'web ui',
    port: 80,
    public: true,
    setting: { kept: 1, port_hint: 'mine' },
  });
  expect(server.calls('OPTIONS', SETTINGS)[0]?.query).toMatchObject({ name: 'web ui' });
  const isOn = (name: RegExp) => screen.getByRole('switch', { name }).getAttribute('aria-checked');
  expect([/^Primary/, /^Required/, /^Default/, /^Public/].map(isOn)).toEqual([
    'false',
    'false',
    'false',
    'true',
  ]);
  for (const help of [
    'The protocol used first. There is exactly one.',
    'Assets must have it.',
    'Selected by default for new assets.',
    'Users may choose it when they connect.',
  ])
    screen.getByText(help);
  await user.click(screen.getByRole('switch', { name: /^Required/ }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      name: 'web ui',
      port: 80,
      primary: false,
      required: true,
      default: false,
      public: true,
      setting: { kept: 1, autofill: 'no', port_hint: 'mine' },
    }),
  );
});

test('the primary protocol cannot be switched off', async () => {
  await openSettings({ name: 'ssh', port: 22, primary: true });
  expect(screen.getByRole('switch', { name: /^Primary/ })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: /^Default/ })).toHaveProperty('disabled', false);
});

test('the autofill method decides whether selectors or a script are shown', async () => {
  const { user } = await openSettings({ name: 'http', port: 80 });
  const shown = () =>
    ['User box', 'Password box', 'Submit box', 'Script', 'Hint'].filter((name) =>
      screen.queryByLabelText(name),
    );
  expect(shown()).toEqual(['Hint']);
  await user.click(screen.getByRole('radio', { name: 'basic' }));
  await waitFor(() => expect(shown()).toEqual(['User box', 'Password box', 'Submit box', 'Hint']));
  await user.click(screen.getByRole('radio', { name: 'script' }));
  await waitFor(() => expect(shown()).toEqual(['Script', 'Hint']));
});
