import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf } from '../../../../test/answerTo.ts';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  writtenZone,
  type Zone,
  zoneRow,
} from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ResourceFormPage } from '../../pages/ResourceFormPage.tsx';

const LOGS = '/api/v1/audits/operate-logs/';
const ROW = `${DOMAINS}d1/`;
const base = zoneRow({ rules: { ip_group: ['10.0.0.1'] } });
const theirs: Zone = { ...base, kind: { value: 'wan', label: 'WAN' }, comment: 'by Ada' };
const changed = answer(409, {
  code: 'changed_meanwhile',
  detail: 'It has been changed',
  updated_by: 'Ada',
  date_updated: '2031/01/02 03:04:05 +0000',
});

/** A row that another user changes to `stored` right after the form has loaded it. */
const openChanged = async (stored: object, over: Record<string, unknown> = {}) => {
  let read = 0;
  const page = await renderPage({
    page: <ResourceFormPage resource="assets.domain" url={DOMAINS} name="Domain" />,
    routes: {
      [`OPTIONS ${DOMAINS}`]: domainOptions,
      [`OPTIONS ${ROW}`]: domainOptions,
      [`GET ${ROW}`]: () =>
        read++ === 0 ? answer(200, base, { ETag: '"1"' }) : answer(200, stored, { ETag: '"2"' }),
      [`PUT ${ROW}`]: (request: Seen) =>
        request.headers.get('If-Match') === '"2"' ? writtenZone(request, base) : changed,
      ...over,
    },
    caller: { perms: [...domainPerms, 'audits.view_operatelog'] },
    names: domainNames,
    at: '/console/assets/domains/d1/update',
    pattern: '/console/assets/domains/:id/update',
  });
  const name = (await page.screen.findByDisplayValue('zone-1')) as HTMLInputElement;
  await page.user.clear(name);
  await page.user.type(name, 'mine');
  await page.user.click(page.screen.getByRole('button', { name: 'Submit' }));
  const sent = () => page.server.calls('PUT', ROW);
  const dialog = () => page.screen.findByRole('dialog');
  return { ...page, sent, dialog, name };
};
const cellsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('the conflict dialog shows who changed the row, when, and what differs by label', async () => {
  const { dialog, sent } = await openChanged(theirs);
  const box = await dialog();
  within(box).getByText('zone-1 was changed in the meantime');
  within(box).getByText(
    (_, element) =>
      element?.tagName === 'P' &&
      /^Last changed by Ada, [^,]+\.Your changes have not been saved yet\.$/.test(element.textContent ?? ''),
  );
  expect(cellsOf(box)).toEqual([
    ['NameOnly you changed this', 'zone-1', 'mine'],
    ['Kind', 'WAN', 'LAN'],
    ['Comment', 'by Ada', '–none'],
  ]);
  expect(sent()[0]?.headers.get('If-Match')).toBe('"1"');
});

test('"Save mine anyway" saves against the version that was shown', async () => {
  const { user, dialog, sent, router } = await openChanged(theirs);
  await user.click(within(await dialog()).getByRole('button', { name: 'Save mine anyway' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.headers.get('If-Match')).toBe('"2"');
  expect(sent()[1]?.body).toMatchObject({ name: 'mine', kind: 'lan' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
});

test('"Take theirs" restarts the form from the stored version, and saves against it', async () => {
  const { user, dialog, sent, screen } = await openChanged(theirs);
  await user.click(within(await dialog()).getByRole('button', { name: 'Take theirs' }));
  await screen.findByDisplayValue('by Ada');
  screen.getByDisplayValue('zone-1');
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.headers.get('If-Match')).toBe('"2"');
  expect(sent()[1]?.body).toMatchObject({ name: 'zone-1', kind: 'wan', comment: 'by Ada' });
});

test('"Cancel" returns to editing without another request, and the next save asks again', async () => {
  const { user, dialog, sent, screen, name } = await openChanged(theirs);
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name.value).toBe('mine');
  expect(sent()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  within(await dialog()).getByText('zone-1 was changed in the meantime');
});

test('the form saves without asking if it would not overwrite the change', async () => {
  const { sent, router, screen } = await openChanged({ ...base, assets_amount: 7 });
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
  expect(sent().map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"2"']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the conflict dialog never shows an entered secret', async () => {
  const { user, dialog, screen } = await openChanged(theirs);
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await user.type(screen.getByLabelText(/Password/), 'very-secret');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  const box = await dialog();
  await within(box).findByText('WAN');
  expect(box.textContent).not.toContain('very-secret');
  expect(cellsOf(box).map(([label]) => label)).not.toContain('Password');
});

test('the operate log names the user if the refusal does not', async () => {
  const { dialog, server } = await openChanged(theirs, {
    [`PUT ${ROW}`]: answer(409, { code: 'changed_meanwhile', detail: '' }),
    ...listOf(operatelog, [{ user: 'Bob(bob)', datetime: '2031/01/02 03:04:05 +0000' }]),
  });
  await within(await dialog()).findByText('Bob (bob)');
  expect(server.calls('GET', LOGS)[0]?.query).toMatchObject({ resource_id: 'd1', action: 'update' });
});

test("any other conflict shows the catalogue's text", async () => {
  const { screen } = await openChanged(theirs, { [`PUT ${ROW}`]: answer(409, { code: 'conflict' }) });
  await screen.findByText(/Refresh|refresh/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

const gone = {
  [`PUT ${ROW}`]: answer(404, { code: 'object_does_not_exist', detail: 'The object does not exist.' }),
  [`POST ${DOMAINS}`]: (request: Seen) => writtenZone(request, zoneRow({ id: 'd9' })),
};

test("a row deleted meanwhile is created again with the form's values", async () => {
  const { user, dialog, server, screen, router } = await openChanged(base, gone);
  const box = await dialog();
  within(box).getByText('zone-1 was deleted in the meantime');
  await user.click(within(box).getByRole('button', { name: 'Create it again' }));
  await waitFor(() => expect(server.calls('POST', DOMAINS)).toHaveLength(1));
  expect(server.calls('POST', DOMAINS)[0]?.body).toMatchObject({ name: 'mine', kind: 'lan' });
  await screen.findByText('Created domain mine');
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
});

test('the form of a deleted row can be kept with its values or left for the list', async () => {
  const { user, dialog, router, screen, name } = await openChanged(base, gone);
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(name.value).toBe('mine');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Go to the list' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/assets/domains'));
});
