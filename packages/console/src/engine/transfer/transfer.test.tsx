import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { DOMAINS, domainNames, domainPerms, domainRoutes } from '../../../test/domains.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import type { ListSlots } from '../list/ListSlots.ts';
import { ResourceListPage } from '../pages/ResourceListPage.tsx';

const AT = '/console/assets/domains';
const CACHE = 'POST /api/v1/common/resources/cache/';

const open = (
  over: { routes?: Record<string, unknown>; slots?: ListSlots; at?: string; perms?: string[] } = {},
) =>
  renderPage({
    page: <ResourceListPage resource="assets.domain" url={DOMAINS} name="Domain" slots={over.slots} />,
    routes: { ...domainRoutes(3), [CACHE]: { spm: 'token' }, ...over.routes },
    person: { perms: over.perms ?? domainPerms },
    names: domainNames,
    at: over.at ?? AT,
    pattern: AT,
  });

/** Addresses the page let the browser download. */
const downloads = () => {
  const urls: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    urls.push(this.href.replace('http://localhost:3000', ''));
  });
  return urls;
};

describe('export', () => {
  test('B-7-006 B-4-029 all rows as CSV at first; selected needs rows, filtered needs a filter', async () => {
    const urls = downloads();
    const { screen, user } = await open();
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    const radio = (name: string | RegExp) => within(dialog).getByRole('radio', { name }) as HTMLInputElement;
    expect(radio('CSV').checked).toBe(true);
    expect(radio('All (3)').checked).toBe(true);
    expect(radio('Selected').disabled).toBe(true);
    expect(radio('Filtered').disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?format=csv`]));
  });

  test('B-5-054 chosen rows travel as a selection token', async () => {
    const urls = downloads();
    const { screen, user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-2' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: 'Selected (1)' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Excel' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?spm=token&format=xlsx`]));
  });

  test('B-5-053 B-5-055 with a filter all is off and filtered carries the filter', async () => {
    const urls = downloads();
    const { screen, user } = await open({ at: `${AT}?search=zone-2` });
    await screen.findByRole('link', { name: 'zone-2' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = await screen.findByRole('dialog');
    expect((within(dialog).getByRole('radio', { name: 'All' }) as HTMLInputElement).disabled).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(urls).toEqual([`${DOMAINS}?search=zone-2&format=csv`]));
  });

  test('B-5-056 B-7-008 an export that needs it asks for the identity before its dialog opens', async () => {
    const CHECK = '/api/v1/authentication/confirm/check/';
    const { screen, user, server } = await open({
      slots: { exportConfirm: 'mfa' },
      routes: { [`GET ${CHECK}`]: '"ok"' },
    });
    await screen.findByRole('link', { name: 'zone-1' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByRole('dialog');
    expect(server.calls('GET', CHECK)[0]?.query).toEqual({ confirm_type: 'mfa' });
  });
});

const file = (name = 'zones.csv') => new File(['x'], name, { type: 'text/csv' });
const parsed = {
  title: [
    ['*Name', 'name'],
    ['Comment', 'comment'],
  ],
  data: [{ name: 'a', comment: '' }, { name: 'b' }, { name: 'c' }],
};
const RENDER = `POST ${DOMAINS}render-to-json/`;

const openImport = async (routes: Record<string, unknown>) => {
  const page = await open({ routes: { [RENDER]: parsed, ...routes } });
  const { screen, user } = page;
  await screen.findByRole('link', { name: 'zone-1' });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog');
  return { ...page, dialog: within(dialog) };
};

describe('import', () => {
  test('B-4-016 B-4-017 B-7-010 rows are created one by one; refused ones say why and can be sent again', async () => {
    let isTaken = true;
    const create = ({ body }: Seen) =>
      isTaken && (body as { name: string }).name === 'b'
        ? answer(400, { name: ['Taken'] })
        : answer(201, body);
    const { dialog, user, server, screen } = await openImport({ [`POST ${DOMAINS}`]: create });
    await user.upload(dialog.getByLabelText('File to import'), file());
    await dialog.findByRole('table', { name: 'Rows of the file' });
    expect(server.calls('POST', `${DOMAINS}render-to-json/`)[0]?.headers.get('content-type')).toBe(
      'text/csv',
    );
    expect(dialog.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '#',
      'Status',
      '*Name',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    await dialog.findByRole('button', { name: 'Continue' });
    dialog.getByText('Name: Taken');
    expect(dialog.getAllByText('Imported')).toHaveLength(2);
    await screen.findByText('Some rows were not imported');
    isTaken = false;
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByRole('button', { name: 'Finished' });
    expect(server.calls('POST', DOMAINS).map(({ body }) => (body as { name: string }).name)).toEqual([
      'a',
      'b',
      'c',
      'b',
    ]);
  });

  test('B-4-020 an edited cell makes its row pending and is what gets sent', async () => {
    const { dialog, user, server } = await openImport({
      [`POST ${DOMAINS}`]: ({ body }: Seen) => answer(201, body),
    });
    await user.upload(dialog.getByLabelText('File to import'), file());
    await user.click(await dialog.findByRole('button', { name: 'Edit Name, row 2: b' }));
    const input = dialog.getByRole('textbox', { name: 'Name, row 2' });
    await user.clear(input);
    await user.type(input, 'bb{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    await dialog.findByRole('button', { name: 'Finished' });
    expect(server.calls('POST', DOMAINS)[1]?.body).toEqual({ name: 'bb' });
  });

  test('B-8-005 B-8-004 a wrong file and a file the server cannot read are told under the field', async () => {
    const { dialog, user } = await openImport({
      [RENDER]: answer(400, { detail: 'Unreadable', code: 'parse_error' }),
    });
    await user.upload(dialog.getByLabelText('File to import'), file('zones.csv'));
    await dialog.findByText('Unreadable');
  });

  test('B-7-011 B-4-026 update sends the row to its id; changing the mode hides the table', async () => {
    const { dialog, user, server } = await openImport({
      [RENDER]: {
        title: [
          ['ID', 'id'],
          ['*Name', 'name'],
        ],
        data: [{ id: 'd1', name: 'x' }],
      },
      [`PATCH ${DOMAINS}d1/`]: {},
    });
    await user.click(dialog.getByRole('radio', { name: 'Update' }));
    await user.upload(dialog.getByLabelText('File to import'), file());
    await user.click(await dialog.findByRole('button', { name: 'Import' }));
    await dialog.findByRole('button', { name: 'Finished' });
    expect(server.calls('PATCH', `${DOMAINS}d1/`)[0]?.body).toEqual({ id: 'd1', name: 'x' });
  });

  test('B-7-012 templates carry their purpose', async () => {
    const urls = downloads();
    const { dialog, user } = await openImport({});
    await user.click(dialog.getByRole('button', { name: 'CSV' }));
    await waitFor(() =>
      expect(urls).toEqual([`${DOMAINS}?format=csv&template=import&action=create&limit=1`]),
    );
  });
});

describe('batch update', () => {
  test('B-5-043 B-5-045 checked fields of every chosen row are sent in one call', async () => {
    const { screen, user, server } = await open({
      slots: { batchFields: ['comment', 'is_active'] },
      routes: { [`PATCH ${DOMAINS}`]: [] },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select zone-3' }));
    await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Update selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('checkbox', { name: 'Active' }));
    await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'moved');
    await user.click(dialog.getByRole('button', { name: 'Update 2' }));
    await waitFor(() => expect(server.calls('PATCH', DOMAINS)).toHaveLength(1));
    expect(server.calls('PATCH', DOMAINS)[0]?.body).toEqual([
      { id: 'd1', comment: 'moved' },
      { id: 'd3', comment: 'moved' },
    ]);
  });
});
