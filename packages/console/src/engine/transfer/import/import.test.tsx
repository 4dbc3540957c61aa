import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DOMAINS, writtenZone } from '../../../../test/domains.ts';
import { ORG } from '../../../../test/fakePlatform.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { downloads, openDomains } from '../../../../test/openDomains.tsx';
import {
  BATCH,
  chosenFile,
  manyZones,
  openImport,
  parsedZones,
  RENDER,
  sentName,
} from '../../../../test/openImport.tsx';

test('B-2-010 B-4-016 B-4-017 B-7-010 B-4-024 rows are created one by one; refused ones say why and can be sent again', async () => {
  let isTaken = true;
  const create = (seen: Seen) =>
    isTaken && sentName(seen) === 'b' ? answer(400, { name: ['Taken'] }) : writtenZone(seen);
  const { dialog, element, server, screen, choose, press } = await openImport({
    [`POST ${DOMAINS}`]: create,
  });
  expect(element.style.width || element.closest<HTMLElement>('.ant-modal')?.style.width).toBe('900px');
  await choose();
  await dialog.findByRole('table', { name: 'Rows in the file' });
  expect(server.calls('POST', RENDER)[0]?.headers.get('content-type')).toBe('text/csv');
  const heads = dialog.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['#', 'Status', '*Name']);
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  await dialog.findByText('Name: Taken');
  await waitFor(() => expect(dialog.getAllByText('Imported')).toHaveLength(2));
  await screen.findByText('1 row was not imported');
  isTaken = false;
  await press('Continue');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(server.calls('POST', DOMAINS).map(sentName)).toEqual(['a', 'b', 'c', 'b']);
});

test('B-4-027 the table appears 200 ms after its rows have arrived', async () => {
  const { dialog, server } = await openImport();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const table = () => dialog.queryByRole('table', { name: 'Rows in the file' });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  fireEvent.change(dialog.getByLabelText('File to import'), { target: { files: [chosenFile()] } });
  await pass(0);
  expect(server.calls('POST', RENDER)).toHaveLength(1);
  await pass(199);
  expect(table()).toBeNull();
  await pass(1);
  expect(table()).not.toBeNull();
});

test('B-4-021 a page of the preview holds ten rows', async () => {
  const { dialog, choose, press, rowNumbers } = await openImport({ [`POST ${RENDER}`]: manyZones(12) });
  await choose();
  await dialog.findByRole('table', { name: 'Rows in the file' });
  expect(rowNumbers()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  await press('Page 2');
  expect(rowNumbers()).toEqual(['11', '12']);
});

test('B-4-025 B-5-051 B-5-052 creating comes first and needs its permission; updating needs the permission for bulk changes', async () => {
  const modes = async (...verbs: string[]) => {
    const { dialog } = await openImport({}, { perms: verbs.map((verb) => `assets.${verb}_domain`) });
    const shown = dialog
      .getAllByRole('radio')
      .map(
        (element) =>
          `${element.closest('label')?.textContent}${(element as HTMLInputElement).checked ? ' *' : ''}`,
      );
    cleanup();
    return shown;
  };
  expect(await modes('view', 'add', 'change')).toEqual(['Create *', 'Update']);
  expect(await modes('view', 'change')).toEqual(['Update *']);
  expect(await modes('view', 'add')).toEqual(['Create *']);
});

test('B-4-028 rows are filtered by all, imported, failed and pending, with counts', async () => {
  const create = (seen: Seen) =>
    sentName(seen) === 'b' ? answer(400, { name: ['Taken'] }) : writtenZone(seen);
  const { dialog, user, choose, press, rowNumbers } = await openImport({ [`POST ${DOMAINS}`]: create });
  await choose();
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  const filters = dialog.getAllByRole('radio', { name: /\d$/ });
  expect(filters.map((filter) => filter.closest('label')?.textContent)).toEqual([
    'All 3',
    'Imported 2',
    'Failed 1',
    'Pending 0',
  ]);
  await user.click(dialog.getByText('Imported 2'));
  await waitFor(() => expect(rowNumbers()).toEqual(['1', '3']));
  await user.click(dialog.getByText('Failed 1'));
  await waitFor(() => expect(rowNumbers()).toEqual(['2']));
  await user.click(dialog.getByText('All 3'));
  await waitFor(() => expect(rowNumbers()).toEqual(['1', '2', '3']));
});

test('B-5-048 two files are refused with a message', async () => {
  const { dialog, server } = await openImport();
  const target = dialog.getByRole('button', { name: /^Drop a file/ });
  fireEvent.drop(target, { dataTransfer: { files: [chosenFile('a.csv'), chosenFile('b.csv')] } });
  expect((await dialog.findByRole('alert')).textContent).toBe('Choose one file only.');
  expect(server.calls('POST', RENDER)).toEqual([]);
  expect((dialog.getByLabelText('File to import') as HTMLInputElement).multiple).toBe(false);
});

test('B-8-005 B-8-004 an invalid or unreadable file is reported under the field', async () => {
  const { dialog, choose } = await openImport({
    [`POST ${RENDER}`]: answer(400, { detail: 'Unreadable', code: 'parse_error' }),
  });
  await choose();
  await dialog.findByText('Unreadable');
  fireEvent.drop(dialog.getByRole('button', { name: /^Drop a file/ }), {
    dataTransfer: { files: [chosenFile('zones.txt')] },
  });
  await dialog.findByText('Choose a .csv or .xlsx file.');
});

test('B-7-011 B-4-026 an update sends each row to its id; replacing the file hides the table', async () => {
  const byId = {
    title: [
      ['ID', 'id'],
      ['*Name', 'name'],
    ],
    data: [{ id: 'd1', name: 'x' }, { name: 'without' }],
    unknown: [],
  };
  const { dialog, user, server, choose, press } = await openImport({
    [`POST ${RENDER}`]: byId,
    [`PATCH ${DOMAINS}d1/`]: writtenZone,
  });
  await user.click(dialog.getByRole('radio', { name: 'Update' }));
  await choose();
  await press('Import');
  await dialog.findByText('The row has no ID.');
  expect(server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body).toEqual({ id: 'd1', name: 'x' });
  // The file can be replaced only when the import has ended.
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Replace file' }).disabled).toBe(false),
  );
  await press('Replace file');
  expect(dialog.queryByRole('table')).toBeNull();
});

test('more than 100 rows are sent in batches unless row by row is chosen', async () => {
  const sent: number[] = [];
  const { dialog, server, user, choose, press } = await openImport({
    [`POST ${RENDER}`]: manyZones(101),
    [`POST ${BATCH}`]: ({ body }: Seen) => {
      const { rows } = body as { rows: { name: string }[] };
      sent.push(rows.length);
      const results = rows.map(({ name }) =>
        name === 'z7' ? { errors: { name: ['Taken'], non_field_errors: ['Full'] } } : { id: name },
      );
      return { count: rows.length, failed: 1, results };
    },
    [`POST ${DOMAINS}`]: writtenZone,
  });
  await choose();
  const speed = (name: string) => dialog.getByRole('radio', { name }) as HTMLInputElement;
  await dialog.findByRole('table', { name: 'Rows in the file' });
  expect([speed('In batches').checked, speed('One at a time').checked]).toEqual([true, false]);
  await press('Import');
  await dialog.findByRole('button', { name: 'Continue' });
  expect(sent).toEqual([101]);
  expect(server.calls('POST', BATCH)[0]?.body).toMatchObject({ action: 'create' });
  expect(dialog.getByRole('status').textContent).toBe('101 of 101 rows done');
  await user.click(dialog.getByText('Failed 1'));
  expect((await dialog.findByText(/Name: Taken/)).textContent).toBe('Name: Taken\nFull');
  await user.click(speed('One at a time'));
  await press('Continue');
  await dialog.findByRole('button', { name: 'Finished' });
  expect(server.calls('POST', DOMAINS).map(sentName)).toEqual(['z7']);
});

test('while rows are sent, the page of the row being sent is shown', async () => {
  const { promise: isAnswered, resolve: letAnswer } = Promise.withResolvers<void>();
  const { dialog, choose, press, rowNumbers } = await openImport({
    [`POST ${RENDER}`]: manyZones(12),
    [`POST ${DOMAINS}`]: async (seen: Seen) => {
      if (sentName(seen) === 'z1') await isAnswered;
      return writtenZone(seen);
    },
  });
  await choose();
  await press('Page 2');
  expect(rowNumbers()).toEqual(['11', '12']);
  await press('Import');
  await dialog.findByText('Importing row 1 of 12');
  expect(rowNumbers()[0]).toBe('1');
  letAnswer();
  await dialog.findByRole('button', { name: 'Finished' });
});

test('a file held over the target may be dropped there, and the target shows it', async () => {
  const { dialog } = await openImport();
  const target = dialog.getByRole('button', { name: /^Drop a file/ });
  expect(target.dataset.over).toBe('false');
  // False means that the event was prevented, so the browser does not open the file.
  expect(fireEvent.dragOver(target)).toBe(false);
  expect(target.dataset.over).toBe('true');
  fireEvent.dragLeave(target);
  expect(target.dataset.over).toBe('false');
  expect(fireEvent.drop(target, { dataTransfer: { files: [chosenFile()] } })).toBe(false);
  await dialog.findByRole('table', { name: 'Rows in the file' });
});

test('the template of an update holds the selected rows, in the chosen format', async () => {
  const urls = downloads();
  const { screen, user } = await openDomains();
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Update' }));
  await user.click(dialog.getByRole('button', { name: 'Excel' }));
  const query = `format=xlsx&template=update&action=partial_update&spm=token&oid=${ORG}`;
  await waitFor(() => expect(urls).toEqual([`${DOMAINS}?${query}`]));
});

test('the import form explains what it accepts in each mode', async () => {
  const urls = downloads();
  const { dialog, screen, user, press } = await openImport();
  screen.getByText('Import domains');
  dialog.getByRole('radiogroup', { name: 'Import mode' });
  const input = dialog.getByLabelText<HTMLInputElement>('File to import');
  expect([input.type, input.accept]).toEqual(['file', '.csv,.xlsx']);
  const chosen = vi.spyOn(input, 'click');
  await press(/^Drop a file/);
  expect(chosen).toHaveBeenCalledOnce();
  expect(dialog.queryByText(/selected row/)).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Update' }));
  dialog.getByText('With 0 selected rows');
  await press('CSV');
  const query = `format=csv&template=update&action=partial_update&limit=1&oid=${ORG}`;
  await waitFor(() => expect(urls).toEqual([`${DOMAINS}?${query}`]));
});

test.each([
  ['importCreate', ['Update']],
  ['importUpdate', ['Create']],
] as const)('a page that forbids %s leaves only the mode %j', async (deed, shown) => {
  const { dialog } = await openImport({}, { slots: { mode: { forbidden: [deed] } } });
  const modes = dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(modes).toEqual(shown);
});

test('reading a file shows a spinner, and choosing another file clears the previous error', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { dialog, element, choose } = await openImport({ [`POST ${RENDER}`]: () => promise });
  const drop = (...files: File[]) =>
    fireEvent.drop(dialog.getByRole('button', { name: /^Drop a file/ }), { dataTransfer: { files } });
  drop();
  expect(dialog.queryByRole('alert')).toBeNull();
  drop(chosenFile('zones.txt'));
  await dialog.findByText('Choose a .csv or .xlsx file.');
  const spins = () => element.querySelectorAll('.ant-spin').length;
  expect(spins()).toBe(0);
  await choose();
  await waitFor(() => expect(spins()).toBe(1));
  expect(dialog.queryByRole('alert')).toBeNull();
  resolve(parsedZones);
  await dialog.findByText('3 rows · 1 column · 1 Byte · Create');
  dialog.getByText('zones.csv');
  expect(dialog.queryByText(/^Ignored unknown columns/)).toBeNull();
});

test('a rejected file shows its error and no spinner', async () => {
  const { dialog, element, choose } = await openImport({
    [`POST ${RENDER}`]: answer(400, { detail: 'Unreadable' }),
  });
  await choose();
  await dialog.findByText('Unreadable');
  await waitFor(() => expect(element.querySelector('.ant-spin')).toBeNull());
});

test('a file without rows cannot be imported', async () => {
  const { dialog, choose } = await openImport({ [`POST ${RENDER}`]: { ...parsedZones, data: [] } });
  await choose();
  expect(await dialog.findByRole('button', { name: 'Import' })).toHaveProperty('disabled', true);
});

test.each([
  [['Colour', 'Import error'], 'Colour'],
  [['Colour', 'Size'], 'Colour, Size'],
])('the unknown columns %o are listed as "%s"', async (unknown, text) => {
  const { dialog, choose } = await openImport({ [`POST ${RENDER}`]: { ...parsedZones, unknown } });
  await choose();
  await dialog.findByText(`Ignored unknown columns: ${text}`);
});

test('a hundred rows default to one at a time, and ten rows need only one page', async () => {
  const hundred = await openImport({ [`POST ${RENDER}`]: manyZones(100) });
  await hundred.choose();
  const steady = await hundred.dialog.findByRole('radio', { name: 'One at a time' });
  expect(steady).toHaveProperty('checked', true);
  hundred.dialog.getByRole('button', { name: 'Page 5' });
  cleanup();
  const ten = await openImport({ [`POST ${RENDER}`]: manyZones(10) });
  await ten.choose();
  await ten.dialog.findByRole('table', { name: 'Rows in the file' });
  expect(ten.dialog.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('while rows are sent, the import shows progress, can be stopped and locks the current row', async () => {
  const answers = Array.from({ length: 12 }, () => Promise.withResolvers<void>());
  let sent = 0;
  const { dialog, choose, press, rowNumbers } = await openImport({
    [`POST ${RENDER}`]: manyZones(12),
    [`POST ${DOMAINS}`]: async (seen: Seen) => {
      await answers[sent++]?.promise;
      return writtenZone(seen);
    },
  });
  const button = async (name: string) => (await dialog.findByRole('button', { name })) as HTMLButtonElement;
  const looks = async (name: string) => {
    const { classList } = await button(name);
    return ['ant-btn-primary', 'ant-btn-dangerous'].map((look) => classList.contains(look));
  };
  await choose();
  expect([await looks('Import'), (await button('Replace file')).disabled]).toEqual([[true, false], false]);
  expect(dialog.queryByRole('progressbar')).toBeNull();
  await press('Import');
  await dialog.findByText('Importing row 1 of 12');
  expect([await looks('Stop'), (await button('Replace file')).disabled]).toEqual([[false, true], true]);
  expect((await button('Edit Name, row 1: z1')).disabled).toBe(true);
  expect((await button('Edit Name, row 2: z2')).disabled).toBe(false);
  expect(dialog.getByRole('radio', { name: 'In batches' })).toHaveProperty('disabled', true);
  dialog.getByText('Importing…');
  for (const { resolve } of answers.slice(0, 3)) resolve();
  await dialog.findByText('Importing row 4 of 12');
  dialog.getByText('25%');
  expect(dialog.getByRole('progressbar', { name: 'Import progress' }).ariaValueNow).toBe('25');
  for (const { resolve } of answers.slice(3, 11)) resolve();
  await dialog.findByText('Importing row 12 of 12');
  await waitFor(() => expect(rowNumbers()).toEqual(['11', '12']));
  await press('Stop');
  answers[11]?.resolve();
  await dialog.findByText('12 of 12 rows done');
});

test('filtering rows returns to the first page', async () => {
  const { dialog, user, choose, press, rowNumbers } = await openImport({
    [`POST ${RENDER}`]: manyZones(25),
  });
  await choose();
  await press('Page 3');
  expect(rowNumbers()).toEqual(['21', '22', '23', '24', '25']);
  expect(dialog.getByRole('table', { name: 'Rows in the file' }).ariaRowCount).toBe('26');
  expect(
    dialog
      .getAllByRole('row')
      .map((row) => row.ariaRowIndex)
      .slice(1, 3),
  ).toEqual(['22', '23']);
  await user.click(dialog.getByText('Pending 25'));
  await waitFor(() => expect(rowNumbers()[0]).toBe('1'));
  await user.click(dialog.getByText('Imported 0'));
  await waitFor(() => expect(rowNumbers()).toEqual([]));
});
