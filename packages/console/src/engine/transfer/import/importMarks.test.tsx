// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, writtenZone } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { openImport, RENDER, sentName } from '../../../../test/openImport.tsx';

type Page = Awaited<ReturnType<typeof openImport>>;

const barOf = ({ dialog }: Page) => dialog.getByRole('progressbar').closest('.ant-progress')?.className ?? '';

test.each([
  ['every row failed', () => false, /exception/],
  ['some rows failed', (name: string) => name === 'a', /normal/],
  ['no row failed', () => true, /success/],
])('the bar of an import is green only without failures: %s', async (_, isTaken, look) => {
  const page = await openImport({
    [`POST ${DOMAINS}`]: (seen: Seen) =>
      isTaken(sentName(seen)) ? writtenZone(seen) : answer(400, { name: ['Taken'] }),
  });
  await page.choose();
  await page.press('Import');
  await page.dialog.findByRole('button', { name: /Continue|Finished/ });
  expect(barOf(page)).toMatch(look);
});

test('what is refused for a field without a column names the field; Continue stands out once there is something to send', async () => {
  const page = await openImport({
    [`POST ${DOMAINS}`]: () => answer(400, { comment: ['This field is required.'] }),
  });
  await page.choose();
  await page.press('Import');
  const button = await page.dialog.findByRole('button', { name: 'Continue' });
  await waitFor(() => expect(page.dialog.getAllByText('Comment: This field is required.')).toHaveLength(3));
  expect(button.className).not.toContain('ant-btn-primary');
  await page.user.click(await page.dialog.findByRole('button', { name: 'Edit Name, row 2: b' }));
  await page.user.type(page.dialog.getByRole('textbox', { name: 'Name, row 2' }), 'b{Enter}');
  await waitFor(() => expect(button.className).toContain('ant-btn-primary'));
});

test('required cells that are empty are marked before anything is sent', async () => {
  const page = await openImport({
    [`POST ${RENDER}`]: {
      title: [
        ['*Name', 'name'],
        ['Comment', 'comment'],
      ],
      data: [{ name: ' ', comment: 'no name' }, { name: 'b' }],
      unknown: [],
    },
  });
  await page.choose();
  await page.dialog.findByText('Missing: Name');
  page.dialog.getByText('1 row lacks required values. Click a marked cell to enter one.');
  const cell = (row: number) =>
    page.dialog.getByRole('button', { name: new RegExp(`^Edit Name, row ${row}:`) });
  expect([cell(1).dataset.bad, cell(2).dataset.bad]).toEqual(['true', 'false']);
  await page.user.click(cell(1));
  await page.user.type(page.dialog.getByRole('textbox', { name: 'Name, row 1' }), 'a{Enter}');
  await waitFor(() => expect(page.dialog.queryByText('Missing: Name')).toBeNull());
  expect(page.dialog.queryByText(/required values/)).toBeNull();
  expect(page.server.calls('POST', DOMAINS)).toHaveLength(0);
});
