import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { expectAskingClose } from '../../../../test/closing.ts';
import type { Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { BindDialog } from './BindDialog.tsx';

const BOUND = '/api/v1/labels/labels/:label/resource-types/:type/resources/';
const boundUrl = (type: number) => `/api/v1/labels/labels/l1/resource-types/${type}/resources/`;
const typeOf = (id: number, name: string) => ({
  id,
  app_label: 'assets',
  app_display: 'Assets',
  model: name,
  name,
});
const put = ({ body }: Seen) => ({ total: (body as { res_ids: string[] }).res_ids.length });

const bindableOf = (type: string, row: { id: string; name: string }) => ({
  ...answerTo(
    'GET /api/v1/labels/resource-types/:type/resources/',
    { count: 1, next: null, previous: null, results: [row] },
    { type },
  ),
  ...answerTo(`GET ${BOUND}`, [], { label: 'l1', type }),
  ...answerTo(`PUT ${BOUND}`, put, { label: 'l1', type }),
});

const open = async () => {
  const onClose = vi.fn();
  const shown = await renderPage({
    page: (
      <BindDialog
        label={{ id: 'l1', name: 'env', value: 'prod' }}
        onClose={onClose}
        onBound={() => undefined}
      />
    ),
    routes: {
      ...answerTo('GET /api/v1/labels/resource-types/', [typeOf(1, 'Asset'), typeOf(2, 'Domain')]),
      ...bindableOf('1', { id: 'a1', name: 'erp-01' }),
      ...bindableOf('2', { id: 'd1', name: 'dmz' }),
    },
  });
  const add = async (name: string) => {
    await shown.user.click(await screen.findByRole('checkbox', { name }));
    await shown.user.click(screen.getByRole('button', { name: 'Move to selected' }));
  };
  return { ...shown, onClose, add };
};

test('rows moved in the dialog that binds a label are not lost without asking', async () => {
  const { user, onClose, add } = await open();
  await add('erp-01');
  await expectAskingClose(user, onClose);
});

test('another type keeps earlier moves, and all of them are bound', async () => {
  const { user, add, server, onClose } = await open();
  await add('erp-01');
  await user.click(screen.getByRole('combobox', { name: 'Resource type' }));
  await user.click(await screen.findByTitle('Domain'));
  await add('dmz');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect([1, 2].map((type) => server.calls('PUT', boundUrl(type))[0]?.body)).toEqual([
    { res_ids: ['a1'] },
    { res_ids: ['d1'] },
  ]);
});

test('moved rows stay moved when their type is selected again', async () => {
  const { user, add } = await open();
  await add('erp-01');
  const types = screen.getByRole('combobox', { name: 'Resource type' });
  await user.click(types);
  await user.click(await screen.findByTitle('Domain'));
  await screen.findByRole('checkbox', { name: 'dmz' });
  await user.click(types);
  await user.click(await screen.findByTitle('Asset'));
  const chosen = await screen.findByRole('group', { name: 'Selected' });
  expect(await within(chosen).findByRole('checkbox', { name: 'erp-01' })).toBeTruthy();
});
