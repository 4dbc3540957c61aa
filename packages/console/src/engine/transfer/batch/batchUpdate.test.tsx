import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { DOMAINS, domainOptions } from '../../../../test/domains.ts';
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

test.each([
  [true, 'You can undo this for 10 seconds.'],
  [
    false,
    'This cannot be undone: it affects more than 5,000 entries, including everything that belongs to them.',
  ],
])('the dialog says whether the change can be undone: %s', async (can_be_undone, words) => {
  const { dialog, server } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    answerTo('POST /api/v1/common/undo/forecast/', { can_be_undone, most: 5000 }),
  );
  await dialog.findByText(words);
  expect(server.calls('POST', '/api/v1/common/undo/forecast/').map(({ body }) => body)).toEqual([
    { place: 'assets/domains', change: 'change', ids: ['d1', 'd3'] },
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
    'zone-3 no longer exists and was removed from the selection.',
    'Nothing has been changed yet.',
  ]);
  await screen.findByText('Update 1 domain');
  await user.click(await dialog.findByRole('button', { name: 'Update 1' }));
  await screen.findByText('Updated 1 domain');
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

test('the reasons of refused rows are shown only in the dialog', async () => {
  const refused = answer(400, { detail: 'Too long' });
  const { dialog, user, screen } = await openBatch({ mode: { batchFields: ['comment'] } }, saved(refused));
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  within(await dialog.findByRole('alert')).getByText('Too long');
  expect(screen.getAllByText('Too long')).toHaveLength(1);
});

test('the bulk update dialog names its rows and closes without asking if nothing is checked', async () => {
  const { dialog, user, screen } = await openBatch({ mode: { batchFields: ['comment', 'gone'] } });
  screen.getByText('Update 2 domains');
  const fields = within(await dialog.findByRole('group', { name: 'Fields to change' }));
  const names = fields.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(names).toEqual(['Comment']);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a field that is unchecked again is not sent', async () => {
  const { dialog, user, server } = await openBatch(
    { mode: { batchFields: ['comment', 'is_active'] } },
    saved([]),
  );
  const comment = await dialog.findByRole('checkbox', { name: 'Comment' });
  const update = dialog.getByRole<HTMLButtonElement>('button', { name: 'Update 2' });
  await user.click(comment);
  await user.click(comment);
  expect([update.disabled, dialog.queryByRole('textbox')]).toEqual([true, null]);
  await user.click(comment);
  await user.click(dialog.getByRole('checkbox', { name: 'Active' }));
  await user.click(comment);
  await user.click(update);
  await waitFor(() =>
    expect(server.calls('PATCH', DOMAINS)[0]?.body).toEqual([
      { id: 'd1', is_active: true },
      { id: 'd3', is_active: true },
    ]),
  );
});

test('a required field cannot be cleared: it is reported, and nothing is sent until it has a value', async () => {
  const { dialog, user, server } = await openBatch({ mode: { batchFields: ['name'] } }, saved([]));
  await user.click(await dialog.findByRole('checkbox', { name: 'Name' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  await dialog.findByText('Enter a name.');
  expect(server.calls('PATCH', DOMAINS)).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'dmz');
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  await waitFor(() =>
    expect(server.calls('PATCH', DOMAINS)[0]?.body).toEqual([
      { id: 'd1', name: 'dmz' },
      { id: 'd3', name: 'dmz' },
    ]),
  );
});

test('the update button shows that it is busy, then the list is reloaded', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { dialog, user, server, screen } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    saved(() => promise),
  );
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  const update = dialog.getByRole('button', { name: 'Update 2' });
  const isBusy = () => update.classList.contains('ant-btn-loading');
  expect(isBusy()).toBe(false);
  await user.click(update);
  await waitFor(() => expect(isBusy()).toBe(true));
  const loads = server.calls('GET', DOMAINS).length;
  resolve([]);
  await screen.findByText('Updated 2 domains');
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(loads));
});

test('without PATCH metadata the bulk update uses the fields of POST', async () => {
  const { PATCH: _patch, ...actions } = domainOptions.actions ?? {};
  const { dialog } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    { [`OPTIONS ${DOMAINS}`]: { ...domainOptions, actions } },
  );
  await dialog.findByRole('checkbox', { name: 'Comment' });
});

test('if the fields cannot be loaded, the dialog offers to try again', async () => {
  let isBroken = true;
  const { dialog, user } = await openBatch(
    { mode: { batchFields: ['comment'] } },
    {
      [`OPTIONS ${DOMAINS}`]: ({ query }: Seen) =>
        isBroken && !query.draw ? answer(500, { detail: 'x' }) : domainOptions,
    },
  );
  const again = await dialog.findByRole('button', { name: 'Try again' });
  expect(dialog.queryByRole('checkbox')).toBeNull();
  isBroken = false;
  await user.click(again);
  await dialog.findByRole('checkbox', { name: 'Comment' });
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a rejected bulk update lists its reasons and keeps the rows selected', async () => {
  const refused = answer(400, ['Too long', null, { comment: ['Taken'] }]);
  const { dialog, user, screen } = await openBatch({ mode: { batchFields: ['comment'] } }, saved(refused));
  await user.click(await dialog.findByRole('checkbox', { name: 'Comment' }));
  await user.click(dialog.getByRole('button', { name: 'Update 2' }));
  const said = within(await dialog.findByRole('alert')).getAllByRole('listitem');
  expect(said.map((item) => item.textContent)).toEqual(['Too long', 'Taken']);
  screen.getByText('2 selected');
  dialog.getByRole('button', { name: 'Update 2' });
});
