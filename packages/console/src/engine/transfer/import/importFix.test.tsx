import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainOptions, meta, writtenZone, zoneRow } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { savedFiles } from '../../../../test/openDomains.tsx';
import { chosenFile, manyZones, openImport, RENDER, sentName } from '../../../../test/openImport.tsx';
import { HttpError } from '../../../platform/http/HttpError.ts';
import { isInterruption } from './useSendRows.ts';

type Page = Awaited<ReturnType<typeof openImport>>;

/** The dialog that asks before rows that were not imported are lost. */
const closingDialog = async ({ screen }: Page) =>
  (await screen.findByText('Close the import?')).closest<HTMLElement>('[role=dialog]') ?? document.body;

/** Corrects a cell as a user does. */
const correct = async ({ dialog, user }: Page, row: number, was: string, text: string) => {
  await user.click(await dialog.findByRole('button', { name: `Edit Name, row ${row}: ${was}` }));
  const input = dialog.getByRole('textbox', { name: `Name, row ${row}` });
  await user.clear(input);
  await user.type(input, `${text}{Enter}`);
};

/** Closes the dialog, which asks nothing. */
const closeUnasked = async ({ press, screen }: Page) => {
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

const refusing = (name: string, reason: string) => ({
  [`POST ${DOMAINS}`]: (seen: Seen) =>
    sentName(seen) === name ? answer(400, { name: [reason] }) : writtenZone(seen),
});

test('B-4-020 an edited cell makes its row pending and is sent; a complete import closes without a question', async () => {
  const page = await openImport(refusing('none', ''));
  await page.choose();
  await correct(page, 2, 'b', 'bb');
  await page.press('Import');
  await page.dialog.findByRole('button', { name: 'Finished' });
  expect(page.server.calls('POST', DOMAINS)[1]?.body).toEqual({ name: 'bb' });
  await closeUnasked(page);
});

test('B-4-020 the Enter that ends a correction does not press the button replacing its input', async () => {
  const { choose, dialog, user } = await openImport(refusing('none', ''));
  await choose();
  await user.click(await dialog.findByRole('button', { name: 'Edit Name, row 2: b' }));
  const input = dialog.getByRole('textbox', { name: 'Name, row 2' });
  await user.type(input, 'b');
  expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })).toBe(false);
  await dialog.findByRole('button', { name: 'Edit Name, row 2: bb' });
});

test('B-8-006 failed rows are viewed, corrected and imported again', async () => {
  const page = await openImport(refusing('b', 'Taken'));
  const { dialog, user, server, choose, press } = page;
  await choose();
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  await user.click(dialog.getByText('Failed 1'));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Edit Name, row 2: b' }).dataset.bad).toBe('true'),
  );
  await correct(page, 2, 'b', 'fresh');
  expect(dialog.getByText('Pending 1')).toBeTruthy();
  await press('Continue');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(server.calls('POST', DOMAINS).map(sentName)).toEqual(['a', 'b', 'c', 'fresh']);
});

test('failed rows are saved with their reasons as a file that can be imported', async () => {
  const files = savedFiles();
  const { dialog, choose, press } = await openImport(refusing('b', 'Taken, =really'));
  await choose();
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  await press('Failed rows as CSV');
  const [name, text] = (await files[0]) ?? [];
  expect(name).toBe('zones-failed.csv');
  expect(text).toBe('*Name,Import error\r\nb,"Name: Taken, =really"\r\n');
});

test('a related cell accepts a name; similar names from the server are shown', async () => {
  const parent = meta({ label: 'Zone', type: 'object_related_field' });
  const { dialog, user, server, choose, press } = await openImport({
    [`OPTIONS ${DOMAINS}`]: {
      ...domainOptions,
      actions: { ...domainOptions.actions, POST: { ...domainOptions.actions?.POST, parent } },
    },
    [`POST ${RENDER}`]: {
      title: [
        ['*Name', 'name'],
        ['Zone', 'parent'],
      ],
      data: [{ name: 'a', parent: { name: 'Lnux' } }],
      unknown: [],
    },
    [`POST ${DOMAINS}`]: ({ body }: Seen) =>
      (body as { parent: { name: string } }).parent.name === 'Linux'
        ? zoneRow({ name: 'a', parent: { id: 'd2', name: 'Linux' } })
        : answer(400, { parent: ['Did you mean Linux?'] }),
  });
  await choose();
  await press('Import');
  await dialog.findByText('Zone: Did you mean Linux?');
  // The import has ended; a corrected row is sent with Continue.
  await dialog.findByRole('button', { name: 'Continue' });
  await user.click(dialog.getByRole('button', { name: 'Edit Zone, row 1: Lnux' }));
  const input = dialog.getByRole('textbox', { name: 'Zone, row 1' });
  await user.clear(input);
  await user.type(input, 'Linux{Enter}');
  await press('Continue');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(server.calls('POST', DOMAINS).at(-1)?.body).toEqual({ name: 'a', parent: { name: 'Linux' } });
});

test('a secret that looks like data is encrypted and sent as it was typed', async () => {
  const password = meta({ label: 'Secret', kind: 'secret' });
  const { dialog, user, server, choose, press } = await openImport({
    [`OPTIONS ${DOMAINS}`]: {
      ...domainOptions,
      actions: { ...domainOptions.actions, POST: { ...domainOptions.actions?.POST, password } },
    },
    [`POST ${RENDER}`]: {
      title: [
        ['*Name', 'name'],
        ['Secret', 'password'],
      ],
      data: [{ name: 'a', password: 'old' }],
      unknown: [],
    },
    [`POST ${DOMAINS}`]: writtenZone,
  });
  await choose();
  await user.click(await dialog.findByRole('button', { name: 'Edit Secret, row 1: old' }));
  const input = dialog.getByRole('textbox', { name: 'Secret, row 1' });
  fireEvent.change(input, { target: { value: '{"key": "s3cret"}' } });
  await user.type(input, '{Enter}');
  await press('Import');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(server.calls('POST', DOMAINS).at(-1)?.body).toEqual({
    name: 'a',
    password: 'encrypted:{"key": "s3cret"}',
  });
});

test('an unreachable server stops the import with a message; Continue sends the rest, no row twice', async () => {
  let isAway = false;
  const { dialog, server, choose, press } = await openImport({
    [`POST ${DOMAINS}`]: (seen: Seen) => {
      if (sentName(seen) === 'b' && !isAway) {
        isAway = true;
        return answer(503);
      }
      return writtenZone(seen);
    },
  });
  await choose();
  await press('Import');
  expect((await dialog.findByRole('alert')).textContent).toMatch(
    /^The import stopped: .*Choose Continue to import them\.$/,
  );
  await waitFor(() => expect(dialog.getAllByText('Pending')).toHaveLength(2));
  expect(dialog.getAllByText('Imported')).toHaveLength(1);
  await press('Continue');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(server.calls('POST', DOMAINS).map(sentName)).toEqual(['a', 'b', 'b', 'c']);
});

test('B-4-016 B-4-023 closing stops and asks while rows are left; "Stay" offers Continue', async () => {
  const page = await openImport({ ...refusing('none', ''), [`POST ${RENDER}`]: manyZones(100) });
  const { dialog, screen, user, server, choose, press } = page;
  await choose();
  await press('Import');
  await dialog.findAllByText('Imported');
  await press('Cancel');
  const question = within(await closingDialog(page));
  const stay = question.getByRole('button', { name: 'Stay' });
  await waitFor(() => expect(document.activeElement).toBe(stay));
  await user.click(stay);
  await dialog.findByRole('button', { name: 'Continue' });
  const sent = server.calls('POST', DOMAINS).length;
  expect(sent).toBeLessThan(100);
  await press('Cancel');
  const second = within(await closingDialog(page));
  second.getByText(new RegExp(`^${100 - sent} rows are not imported`));
  const lists = server.calls('GET', DOMAINS).length;
  await user.click(second.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Rows in the file' })).toBeNull());
  await waitFor(() => expect(server.calls('GET', DOMAINS).length).toBeGreaterThan(lists));
  expect(server.calls('POST', DOMAINS)).toHaveLength(sent);
});

test('leaving the page asks while rows are not imported', async () => {
  const { dialog, screen, router, choose, press, user } = await openImport(refusing('b', 'Taken'));
  await choose();
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  void router.navigate('/elsewhere');
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('elsewhere');
});

test('a file that was only looked at is closed without a question', async () => {
  const page = await openImport();
  await page.choose();
  await page.dialog.findByRole('table', { name: 'Rows in the file' });
  await closeUnasked(page);
});

test('closing asks before it discards a correction', async () => {
  const page = await openImport();
  await page.choose();
  await correct(page, 2, 'b', 'bb');
  await page.press('Cancel');
  within(await closingDialog(page)).getByText(/^3 rows are not imported/);
});

test.each([0, 401, 412, 429, 502, 503, 504])('status %i interrupts the import', (status) => {
  expect(isInterruption(new HttpError({ status, url: DOMAINS, method: 'POST' }))).toBe(true);
});

test('other statuses and errors do not interrupt the import', () => {
  for (const status of [400, 403, 404, 409, 500])
    expect(isInterruption(new HttpError({ status, url: DOMAINS, method: 'POST' }))).toBe(false);
  expect(isInterruption(new Error('no id'))).toBe(false);
});

test("a server error is shown only in its row, in the console's own words", async () => {
  const { dialog, screen, choose, press } = await openImport({
    [`POST ${DOMAINS}`]: (seen: Seen) =>
      sentName(seen) === 'b' ? answer(500, { detail: 'stack trace' }) : writtenZone(seen),
  });
  await choose();
  await press('Import');
  await dialog.findByText('Server error. The request could not be completed.');
  expect(screen.queryByText(/stack trace/)).toBeNull();
  expect(screen.getAllByText('Server error. The request could not be completed.')).toHaveLength(1);
});

const cell = (page: Page, row: number, was: string) =>
  page.dialog.findByRole('button', { name: `Edit Name, row ${row}: ${was}` });

test('opening a cell changes nothing, and Escape discards its correction', async () => {
  const page = await openImport(refusing('b', 'Taken'));
  const { dialog, user, choose, press } = page;
  await choose();
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  await waitFor(async () =>
    expect([(await cell(page, 1, 'a')).dataset.bad, (await cell(page, 2, 'b')).dataset.bad]).toEqual([
      'false',
      'true',
    ]),
  );
  await user.click(await cell(page, 2, 'b'));
  await user.keyboard('{Enter}');
  await cell(page, 2, 'b');
  await user.click(await cell(page, 2, 'b'));
  await user.keyboard('x{Escape}');
  await cell(page, 2, 'b');
  dialog.getByText('Name: Taken');
  dialog.getByText('Failed 1');
});

test('leaving a cell keeps its correction, and input-method composition does not end editing', async () => {
  const page = await openImport();
  await page.choose();
  await page.user.click(await cell(page, 2, 'b'));
  const input = page.dialog.getByRole('textbox', { name: 'Name, row 2' });
  await page.user.type(input, 'b');
  for (const key of ['Enter', 'Escape']) {
    fireEvent.keyDown(input, { key, keyCode: 229, isComposing: true });
    expect(page.dialog.queryByRole('textbox', { name: 'Name, row 2' })).not.toBeNull();
  }
  await page.user.tab();
  await cell(page, 2, 'bb');
});

test('an emptied cell is omitted from a new row and clears the field of an existing one', async () => {
  const file = {
    title: [
      ['ID', 'id'],
      ['*Name', 'name'],
      ['Size', 'size'],
    ],
    data: [{ id: 'd1', name: 'a', size: 3 }],
    unknown: [],
  };
  const clear = async (page: Page) => {
    await page.choose();
    await page.user.click(await page.dialog.findByRole('button', { name: 'Edit Size, row 1: 3' }));
    await page.user.clear(page.dialog.getByRole('textbox', { name: 'Size, row 1' }));
    await page.user.keyboard('{Enter}');
    expect((await page.dialog.findByRole('button', { name: 'Edit Size, row 1:' })).textContent).toBe('–');
    await page.press('Import');
    await page.dialog.findByRole('button', { name: 'Finished' });
  };
  const routes = {
    [`POST ${RENDER}`]: file,
    [`POST ${DOMAINS}`]: writtenZone,
    [`PATCH ${DOMAINS}d1/`]: writtenZone,
  };
  const created = await openImport(routes);
  await clear(created);
  expect(created.server.calls('POST', DOMAINS)[0]?.body).toEqual({ id: 'd1', name: 'a' });
  await closeUnasked(created);
  await created.user.click(created.screen.getByRole('button', { name: 'Import' }));
  await created.user.click(await created.screen.findByRole('radio', { name: 'Update' }));
  const dialog = within(await created.screen.findByRole('dialog'));
  const choose = () => created.user.upload(dialog.getByLabelText('File to import'), chosenFile());
  const press = async (name: string | RegExp) =>
    created.user.click(await dialog.findByRole('button', { name }));
  await clear({ ...created, dialog, choose, press });
  expect(created.server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body).toEqual({
    id: 'd1',
    name: 'a',
    size: null,
  });
});

test('closing without importing does not reload the list', async () => {
  const page = await openImport(refusing('none', ''));
  const loads = () => page.server.calls('GET', DOMAINS).length;
  const before = loads();
  await page.choose();
  await page.dialog.findByText(/^Closing keeps imported rows/);
  await closeUnasked(page);
  expect(loads()).toBe(before);
});

test('replacing the file discards the first import', async () => {
  const page = await openImport(refusing('b', 'Taken'));
  await page.choose();
  await page.press('Import');
  await page.dialog.findByRole('button', { name: 'Continue' });
  await page.press('Replace file');
  expect(page.dialog.queryByText(/^Closing keeps/)).toBeNull();
  await page.choose();
  await page.dialog.findByRole('button', { name: 'Import' });
  page.dialog.getByText('Pending 3');
  expect(page.dialog.queryByRole('progressbar')).toBeNull();
  await closeUnasked(page);
});

test('a complete import reports no failure and reloads the list', async () => {
  const page = await openImport(refusing('none', ''));
  await page.choose();
  await page.press('Import');
  await page.dialog.findByRole('button', { name: 'Finished' });
  expect(page.screen.queryByText(/not imported/)).toBeNull();
  expect(page.dialog.queryByRole('button', { name: 'Failed rows as CSV' })).toBeNull();
  const loads = page.server.calls('GET', DOMAINS).length;
  await page.press('Finished');
  await waitFor(() => expect(page.screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(page.server.calls('GET', DOMAINS).length).toBeGreaterThan(loads));
});

test('an update looks up relations in the PATCH fields, or without PATCH metadata in the POST fields', async () => {
  const parent = meta({ label: 'Zone', type: 'object_related_field' });
  const file = {
    title: [
      ['ID', 'id'],
      ['Zone', 'parent'],
    ],
    data: [{ id: 'd1', parent: { name: 'Lnux' } }],
    unknown: [],
  };
  const correct = async (actions: object) => {
    const page = await openImport({
      [`OPTIONS ${DOMAINS}`]: { ...domainOptions, actions: { GET: domainOptions.actions?.GET, ...actions } },
      [`POST ${RENDER}`]: file,
      [`PATCH ${DOMAINS}d1/`]: zoneRow({ parent: { id: 'd2', name: 'Linux' } }),
    });
    const { dialog, user, server, choose, press } = page;
    await user.click(dialog.getByRole('radio', { name: 'Update' }));
    await choose();
    await press('Edit Zone, row 1: Lnux');
    await user.clear(dialog.getByRole('textbox', { name: 'Zone, row 1' }));
    await user.keyboard('Linux{Enter}');
    await press('Import');
    await dialog.findByRole('button', { name: 'Finished' });
    const sent = server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body;
    cleanup();
    return sent;
  };
  const related = { id: 'd1', parent: { name: 'Linux' } };
  expect(await correct({ POST: { parent } })).toEqual(related);
  expect(await correct({ POST: {}, PATCH: { parent } })).toEqual(related);
  expect(await correct({ POST: { parent }, PATCH: {} })).toEqual({ id: 'd1', parent: 'Linux' });
});
