import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../test/answerTo.ts';
import { expectAskingClose } from '../../test/closing.ts';
import { meta, resourceOptions } from '../../test/domains.ts';
import { renderPage } from '../../test/renderPage.tsx';
import { TemplatePickerDialog } from './accounts/accounttemplate/TemplatePickerDialog.tsx';
import { AssetPickerDialog } from './assets/AssetPickerDialog.tsx';
import { MoveNodeDialog } from './assets/node/MoveNodeDialog.tsx';

const first = { id: 'r1', name: 'first' };
const second = { id: 'r2', name: 'second' };
const listed = <D extends ResourceDefinition>(definition: D, ...rows: Partial<RowOf<D, 'list'>>[]) => ({
  [`OPTIONS /api/v1/${definition.app}/${definition.path}/`]: resourceOptions(keyOf(definition), {
    name: meta({ label: 'Name' }),
  }),
  ...listOf(definition, rows),
});
const open = async (picker: (onClose: () => void) => ReactNode) => {
  const onClose = vi.fn();
  const { user } = await renderPage({
    page: picker(onClose),
    routes: {
      ...listed(asset, first, second),
      ...listed(accounttemplate, first, second),
      ...listed(node, { ...first, full_value: 'first' }, { ...second, full_value: 'second' }),
      ...answerTo('GET /api/v1/assets/nodes/children/tree/', []),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 's1' }),
    },
  });
  return { user, onClose };
};
const assets = (onClose: () => void) => (
  <AssetPickerDialog chosen={[{ id: 'r1', name: 'first' }]} onClose={onClose} onConfirm={() => undefined} />
);
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

test('assets selected in their picker are not discarded without asking', async () => {
  const { user, onClose } = await open(assets);
  await user.click(await box('second'));
  await expectAskingClose(user, onClose);
});

test('an unchanged asset picker closes at once', async () => {
  const { user, onClose } = await open(assets);
  await user.click(await box('first'));
  await user.click(await box('second'));
  await user.click(await box('first'));
  await user.click(await box('second'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('account templates selected in their picker are not discarded without asking', async () => {
  const { user, onClose } = await open((close) => (
    <TemplatePickerDialog onClose={close} onConfirm={() => undefined} />
  ));
  await user.click(await box('first'));
  await expectAskingClose(user, onClose);
});

test('the node selected as a move target is not discarded without asking', async () => {
  const { user, onClose } = await open((close) => (
    <MoveNodeDialog name="Servers" onClose={close} onMove={async () => undefined} />
  ));
  await user.click(await screen.findByRole('combobox'));
  await user.click(await screen.findByTitle('second'));
  await expectAskingClose(user, onClose);
});
