// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../test/actionsShown.ts';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { AssetPickerInput } from './AssetPickerInput.tsx';
import { HardwareCell } from './asset/HardwareCell.tsx';
import { ASSETS_URL } from './assetTree.ts';

type FieldProps = { multiple: boolean; start: unknown; onSeen: (value: unknown) => void };

function Field({ multiple, start, onSeen }: FieldProps) {
  const [value, setValue] = useState(start);
  return (
    <AssetPickerInput
      name="assets"
      meta={meta({ label: 'Assets' })}
      url={ASSETS_URL}
      multiple={multiple}
      value={value as never}
      onChange={(next) => {
        onSeen(next);
        setValue(next);
      }}
    />
  );
}

const open = async (multiple: boolean, start: unknown) => {
  const seen: { value: unknown } = { value: start };
  const keep = (value: unknown) => {
    seen.value = value;
  };
  const { user } = await renderPage({
    page: <Field multiple={multiple} start={start} onSeen={keep} />,
    routes: {
      [`OPTIONS ${ASSETS_URL}`]: definedOptions(asset),
      ...listOf(asset, [
        { id: 'a1', name: 'web-1' },
        { id: 'a2', name: 'web-2' },
      ]),
      ...answerTo('GET /api/v1/assets/nodes/children/tree/', []),
    },
  });
  return { user, seen };
};

test.each([
  [true, ['a1'], ['a1', 'a2']],
  [true, undefined, ['a2']],
  [false, undefined, 'a2'],
])('assets are picked in a dialog, multiple: %s, starting with %o', async (multiple, start, expected) => {
  const { user, seen } = await open(multiple, start);
  await user.click(screen.getByRole('button', { name: 'Choose: Assets' }));
  const dialog = await dialogNamed('Choose assets');
  expect((await dialog.findByRole('checkbox', { name: 'Select web-1' })) as HTMLInputElement).toHaveProperty(
    'checked',
    start !== undefined,
  );
  await user.click(dialog.getByRole('checkbox', { name: 'Select web-2' }));
  await user.click(dialog.getByRole('button', { name: /^Choose \d$/ }));
  expect(seen.value).toEqual(expected);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const hardware = {
  cpu_count: '2',
  cpu_cores: '4',
  cpu_vcpus: '16',
  memory: '64',
  disk_total: '500',
  vendor: '',
};
const cell = (perms: string[], info: object | null = hardware) => {
  const children = { vendor: meta({ label: 'Vendor' }) };
  const props: unknown = { value: info, row: { id: 'h1' }, meta: meta({ children }) };
  return renderPage({
    page: <HardwareCell {...(props as Parameters<typeof HardwareCell>[0])} />,
    routes: {},
    caller: { perms },
    names: { AssetMoreInformationEdit: '/console/assets/assets/detail/:id/update' },
  });
};

test('the hardware of a host is summarized on one line, with details on hover and a link to its form', async () => {
  const { user } = await cell(['assets.refresh_assethardwareinfo']);
  const summary = await screen.findByText('16 cores · 64 GB · 500 GB');
  expect(summary.closest('a')?.getAttribute('href')).toBe('/console/assets/assets/detail/h1/update');
  await user.hover(summary);
  const tip = await screen.findByRole('tooltip');
  await waitFor(() => expect(tip.textContent).toContain('Vendor–'));
  expect(tip.textContent).toContain('cpu_count2');
});

test('hardware is not linked for users who may not change it, and missing hardware is a dash', async () => {
  await cell([]);
  expect((await screen.findByText('16 cores · 64 GB · 500 GB')).closest('a')).toBeNull();
  await cell([], null);
  expect(await screen.findByText('none')).toBeTruthy();
});
