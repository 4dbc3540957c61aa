import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import type { ListSlots } from '../../list/ListSlots.ts';

const openBatch = async (slots: ListSlots, routes: Record<string, unknown> = {}) => {
  const page = await openDomains({ slots, routes });
  const { screen, user } = page;
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-3' }));
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Update selected' }));
  return { ...page, dialog: within(await screen.findByRole('dialog')) };
};
const saved = (body: unknown) => ({ [`PATCH ${DOMAINS}`]: body });

test('B-5-043 B-7-025 only checked fields are sent, in one request, for every selected row', async () => {
  const { dialog, user, server } = await openBatch(
    { mode: { batchFields: ['comment', 'is_active'] } },
    saved([]),
  );
  const update = await dialog.findByRole('button', { name: 'Update 2' });
  expect((update as HTMLButtonElement).disabled).toBe(true);
  expect(dialog.queryByRole('textbox', { name: 'Comment' })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'Comment' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'moved');
  await user.click(update);
  await waitFor(() => expect(server.calls('PATCH', DOMAINS)).toHaveLength(1));
  expect(server.calls('PATCH', DOMAINS)[0]?.body).toEqual([
    { id: 'd1', comment: 'moved' },
    { id: 'd3', comment: 'moved' },
  ]);
});

test('B-5-043 a checked field left empty clears it', async () => {
  const { dialog, user, server } = await openBatch(
    { mode: { batchFields: ['comment', 'is_active'] } },
    saved([]),
  );
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  await waitFor(() =>
    expect(server.calls('PATCH', DOMAINS)[0]?.body).toEqual([
      { id: 'd1', comment: '' },
      { id: 'd3', comment: '' },
    ]),
  );
});

test('B-5-044 a field the page forbids has a disabled checkbox', async () => {
  const { dialog } = await openBatch({
    mode: { batchFields: ['comment', 'is_active'] },
    batchDisabled: ['comment'],
  });
  const box = (name: string) => dialog.getByRole('checkbox', { name }) as HTMLInputElement;
  await dialog.findByRole('checkbox', { name: 'Comment' });
  expect([box('Comment').disabled, box('Active').disabled]).toEqual([true, false]);
});

test('B-5-045 batch update needs a selected row', async () => {
  const { screen, user } = await openDomains({ slots: { mode: { batchFields: ['comment'] } } });
  const item = async (button: string) => {
    await user.click(screen.getByRole('button', { name: button }));
    return (await screen.findByRole('menuitem', { name: /^Update selected/ })).getAttribute('aria-disabled');
  };
  await screen.findByRole('checkbox', { name: 'Select zone-1' });
  expect(await item('More actions')).toBe('true');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Select zone-1' }));
  expect(await item('More actions (1)')).not.toBe('true');
});

test('the reason of refused rows is shown once, and nothing closes', async () => {
  const refused = answer(400, [{ comment: ['Too long'] }, { comment: ['Too long'] }]);
  const { dialog, user } = await openBatch({ mode: { batchFields: ['comment'] } }, saved(refused));
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  const list = await dialog.findByRole('alert');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Too long']);
});

test('a row deleted meanwhile is named and skipped; the next press changes the others', async () => {
  const gone = answer(400, [{}, { id: ['"d3" does not exist'] }]);
  const { dialog, user, server, screen } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    { [`PATCH ${DOMAINS}`]: ({ body }: Seen) => ((body as unknown[]).length > 1 ? gone : answer(200, [])) },
  );
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'moved');
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  const said = within(await dialog.findByRole('alert')).getAllByRole('listitem');
  expect(said.map((item) => item.textContent)).toEqual([
    'zone-3 no longer exists and is skipped.',
    'Nothing has been changed yet.',
  ]);
  await user.click(await dialog.findByRole('button', { name: 'Update 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('PATCH', DOMAINS)[1]?.body).toEqual([{ id: 'd1', comment: 'moved' }]);
});

test('input for a batch update is not discarded without asking', async () => {
  const { dialog, user, screen } = await openBatch({ mode: { batchFields: ['comment'] } });
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'moved');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  dialog.getByDisplayValue('moved');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const title = await screen.findByText('Close without saving?');
  const question = within(title.closest('[role="dialog"]') as HTMLElement);
  await user.click(question.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an update that fails as a whole says so and can be sent again', async () => {
  let isBroken = true;
  const { dialog, user, server, screen } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    { [`PATCH ${DOMAINS}`]: () => (isBroken ? answer(502, { detail: 'Out of order' }) : []) },
  );
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  await screen.findByText('Out of order');
  expect(dialog.queryByRole('alert')).toBeNull();
  isBroken = false;
  await user.click(await dialog.findByRole('button', { name: 'Update 2' }));
  await screen.findByText('Updated 2 domains');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('PATCH', DOMAINS)).toHaveLength(2);
});

test('the reasons of refused rows are said in the dialog only', async () => {
  const refused = answer(400, { detail: 'Too long' });
  const { dialog, user, screen } = await openBatch({ mode: { batchFields: ['comment'] } }, saved(refused));
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  within(await dialog.findByRole('alert')).getByText('Too long');
  expect(screen.getAllByText('Too long')).toHaveLength(1);
});
