import { waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { DOMAINS, domainOptions } from '../../../test/domains.ts';
import { ORG } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { DOMAINS_AT, downloads, openDomains } from '../../../test/openDomains.tsx';

describe('export', () => {
  test('B-2-009 B-9-012 B-7-006 B-4-029 all rows as CSV at first; selected needs rows, filtered needs a filter', async () => {
    const urls = downloads();
    const { screen, user } = await openDomains();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    const radio = (name: string | RegExp) => within(dialog).getByRole('radio', { name }) as HTMLInputElement;
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((one) => one.closest('label')?.textContent),
    ).toEqual(['CSV', 'Excel', 'All (3)', 'Selected', 'Filtered']);
    expect(dialog.style.width || dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('700px');
    expect(radio('CSV').checked).toBe(true);
    expect(radio('All (3)').checked).toBe(true);
    expect(radio('Selected').disabled).toBe(true);
    expect(radio('Filtered').disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?format=csv&oid=${ORG}`]));
  });

  test('B-5-054 chosen rows travel as a selection token', async () => {
    const urls = downloads();
    const { screen, user } = await openDomains();
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Selected (1)' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Excel' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?spm=token&format=xlsx&oid=${ORG}`]));
  });

  test('B-5-053 B-5-055 with a filter all is off and filtered carries the filter', async () => {
    const urls = downloads();
    const { screen, user } = await openDomains({ at: `${DOMAINS_AT}?search=zone-2` });
    await screen.findByRole('link', { name: 'zone-2' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    expect((within(dialog).getByRole('radio', { name: 'All' }) as HTMLInputElement).disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?search=zone-2&format=csv&oid=${ORG}`]));
  });

  test('an export asked for after the session ended saves nothing and asks to sign in', async () => {
    const urls = downloads();
    let isOver = false;
    const { screen, user } = await openDomains({
      routes: { [`OPTIONS ${DOMAINS}`]: () => (isOver ? answer(401) : domainOptions) },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    isOver = true;
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await screen.findByText('You have been signed out. Sign in again to go on.');
    expect(urls).toEqual([]);
  });

  test('of a list with a date range no number is promised, for the file has the rows of any date', async () => {
    const { screen, user } = await openDomains({ slots: { hasDateRange: true } });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const ranges = within(await screen.findByRole('radiogroup', { name: 'Rows' }));
    expect(ranges.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([
      'All',
      'Selected (1)',
      'Filtered',
    ]);
  });

  test('a page says something of its export and makes the file itself', async () => {
    const urls = downloads();
    const asked: unknown[] = [];
    const { screen, user } = await openDomains({
      slots: { exportTip: 'One storage at a time.', onExport: (query) => void asked.push(query) },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('One storage at a time.');
    await user.click(dialog.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(asked).toEqual([{ format: 'csv', oid: ORG }]));
    expect(urls).toEqual([]);
  });

  test('B-5-056 B-7-008 an export that needs it asks for the identity before its dialog opens', async () => {
    const CHECK = '/api/v1/authentication/confirm/check/';
    const confirmed = Promise.withResolvers<string>();
    const { screen, user, server } = await openDomains({
      slots: { exportConfirm: 'mfa' },
      routes: { [`GET ${CHECK}`]: () => confirmed.promise },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(server.calls('GET', CHECK)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    confirmed.resolve('ok');
    await screen.findByRole('dialog');
    expect(server.calls('GET', CHECK)[0]?.query).toEqual({ confirm_type: 'mfa' });
  });
});
