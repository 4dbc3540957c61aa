// @vitest-environment jsdom
import type { LicenceDetail } from '@gatehouse/contract/wire/licence.ts';
import { LICENCE_DETAIL_URL, LICENCE_IMPORT_URL } from '@gatehouse/contract/wire/licenceAddresses.ts';
import { act, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { expectAskingClose } from '../../../test/closing.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { renderShell } from '../../../test/renderShell.tsx';
import { loadLocaleFile } from '../../platform/i18n/createI18n.ts';
import { formatAbsolute } from '../../platform/time/time.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { LicencePage } from './LicencePage.tsx';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY + 60_000).toISOString();
const detail = {
  subscription_id: 'S-1',
  corporation: 'Northwind Logistics',
  date_expired: inDays(100),
  asset_count: 500 as number | null,
  current_asset_count: 12,
  edition: 'enterprise',
  serial_no: 'T-1',
  remark: '',
  is_valid: true,
};

const shellOf = (more: Partial<Parameters<typeof renderShell>[0]>, licence = detail) =>
  renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console', 'users.view_user', 'settings.change_license'] },
    routes: answerTo(`GET ${LICENCE_DETAIL_URL}`, licence),
    ...more,
  });

test('A-2.9-047 A-7-015 with the feature and the permission the licence is requested, and its expiry is shown in a banner', async () => {
  const expired = { ...detail, date_expired: inDays(-2) };
  const { screen, server } = await shellOf({}, expired);
  const banner = await screen.findByText('The licence has expired.');
  expect(banner.closest('[role="status"]')).toBeTruthy();
  expect(server.calls('GET', LICENCE_DETAIL_URL)).toMatchObject([{ query: {} }]);
});

test.each([
  ['without the permission', { profile: { perms: ['rbac.view_console', 'users.view_user'] } }],
  ['without the feature', { hasLicence: false }],
])('A-2.9-047 A-7-015 %s the licence is not requested', async (_what, more) => {
  const { screen, server } = await shellOf(more, { ...detail, date_expired: inDays(-2) });
  await screen.findByText('the page');
  await act(async () => undefined);
  expect(server.calls('GET', LICENCE_DETAIL_URL)).toEqual([]);
  expect(screen.queryByText('The licence has expired.')).toBeNull();
});

test('A-2.9-050 A-7-015 A-3-022 the banner shows licensee, expiry and number of assets, and links to the page', async () => {
  const soon = { ...detail, date_expired: inDays(3) };
  const { screen } = await shellOf({}, soon);
  const banner = (await screen.findByText('The licence expires in 3 days.')).closest('[role="status"]');
  expect(banner?.textContent).toContain(
    `Northwind Logistics · until ${formatAbsolute(dayjs(soon.date_expired))} · 12 of 500 assets`,
  );
  expect(banner?.textContent).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d ·/);
  const link = within(banner as HTMLElement).getByRole('link', { name: 'Open the licence' });
  expect(link.getAttribute('href')).toBe('/settings/license');
});

test('a licence without a limit of assets says so', async () => {
  const { screen } = await shellOf({}, { ...detail, date_expired: inDays(3), asset_count: null });
  expect(await screen.findByText(/12 assets, no limit$/)).toBeTruthy();
});

test.each([
  ['A-8-025', 'expired', { date_expired: inDays(-1) }, 'The licence has expired.'],
  ['A-8-026', 'expires_other', { date_expired: inDays(6) }, 'The licence expires in 6 days.'],
  ['A-8-027', 'overLimit', { current_asset_count: 501 }, 'There are more assets than the licence allows.'],
])('%s the message “%s” exists in four languages and appears when due', async (_id, key, more, text) => {
  const { screen } = await shellOf({}, { ...detail, ...more });
  expect(await screen.findByText(text)).toBeTruthy();
  const answers = await Promise.all(
    ['en', 'ja', 'zh-hans', 'zh-hant'].map(async (language) => {
      const texts = (await loadLocaleFile(language, 'shell')) as {
        banner: { licence: Record<string, string> };
      };
      return texts.banner.licence[key];
    }),
  );
  expect(new Set(answers.filter(Boolean)).size).toBe(4);
});

test.each([
  [true, false],
  [false, true],
])(
  'A-2.9-032 the help menu offers the enterprise edition only without a licence: %s',
  async (hasLicence, isOffered) => {
    const { screen, user } = await shellOf({ hasLicence });
    await user.click(await screen.findByRole('button', { name: 'Help' }));
    await screen.findByRole('menuitem', { name: /About/ });
    const offer = screen.queryByRole('link', { name: 'Enterprise edition' });
    expect(offer !== null).toBe(isOffered);
    if (offer) expect(offer.getAttribute('href')).toBe('/ui/settings/license');
  },
);

test.each([
  [true, /Licensed toHarbour Works/],
  [false, /© \d{4} Gatehouse contributors/],
])('A-2.9-034 A-1-009 About names the licensee only with a licence: %s', async (hasLicence, text) => {
  const { screen, user } = await shellOf({
    hasLicence,
    settings: { XPACK_LICENSE_INFO: { corporation: 'Harbour Works' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: /About/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(text);
});

test('A-6-054 the page of the licence opens only with settings.change_license', async () => {
  const { screen, platform } = await shellOf({
    at: '/settings/license',
    profile: { perms: ['settings.view_setting'] },
  });
  await screen.findByRole('heading', { level: 1, name: 'You cannot open this page' });
  const { profile } = platform.session.get();
  if (!profile) throw new Error('nobody is signed in');
  act(() =>
    platform.session.setProfile({ ...profile, perms: [...profile.perms, 'settings.change_license'] }),
  );
  expect(await screen.findByText('the page')).toBeTruthy();
});

const pageOf = (licence: LicenceDetail, caller = {}) =>
  renderPage({
    page: <LicencePage />,
    routes: answerTo(`GET ${LICENCE_DETAIL_URL}`, licence),
    caller: { hasLicence: true, ...caller },
  });
const factOf = (label: string) => {
  const term = [...document.querySelectorAll('dt')].find((element) => element.textContent === label);
  return term?.nextElementSibling?.textContent;
};

test('A-3-022 the page shows every fact of the licence', async () => {
  const { screen } = await pageOf({ ...detail, remark: 'For the harbour' });
  await screen.findByText('Northwind Logistics');
  expect(factOf('Edition')).toBe('Enterprise edition');
  expect(factOf('State')).toContain('Valid');
  expect(factOf('Assets')).toBe('12 of 500 in use');
  expect(factOf('Serial number')).toBe('T-1');
  expect(factOf('Subscription')).toBe('S-1');
  expect(factOf('Remark')).toBe('For the harbour');
  expect(factOf('Expires')).toMatch(/^\d{4}-\d\d-\d\d /);
  expect(screen.queryByText(/^There is no valid licence/)).toBeNull();
});

test('A-1-009 without a licence the page says community edition, and what that means', async () => {
  const none = { ...detail, serial_no: '', corporation: '', date_expired: null, is_valid: false };
  const { screen } = await pageOf(none, {
    hasLicence: false,
    settings: { XPACK_ENABLED: true },
  });
  expect(await screen.findByText('Community edition')).toBeTruthy();
  expect(screen.getByText(/^There is no valid licence/)).toBeTruthy();
  expect(factOf('Serial number')).toBeUndefined();
  expect((screen.getByRole('button', { name: 'Import a licence' }) as HTMLButtonElement).disabled).toBe(
    false,
  );
});

test('no licence can be imported if the feature is switched off', async () => {
  const { screen } = await pageOf(detail, { hasLicence: false });
  const button = await screen.findByRole('button', { name: 'Import a licence' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

const importing = async (reply: unknown) => {
  const onImported = vi.fn();
  const onClose = vi.fn();
  const shown = await renderPage({
    page: <ImportDialog onClose={onClose} onImported={onImported} />,
    routes: { [`POST ${LICENCE_IMPORT_URL}`]: reply },
  });
  const dialog = await shown.screen.findByRole('dialog');
  const send = () => shown.user.click(within(dialog).getByRole('button', { name: 'Import' }));
  const choose = (name: string) =>
    shown.user.upload(
      within(dialog).getByLabelText('Licence file'),
      new File(['gatehouse-licence-1.a.b'], name, { type: 'text/plain' }),
    );
  return { ...shown, dialog, send, choose, onImported, onClose };
};

test('A-7-016 a licence file is sent unchanged, and success is reported', async () => {
  const sent: unknown[] = [];
  const { send, choose, onImported, server } = await importing(({ body }: Seen) => {
    sent.push((body as FormData).get('file'));
    return { status: true, msg: 'The licence was imported.' };
  });
  await send();
  expect(server.calls('POST', LICENCE_IMPORT_URL)).toEqual([]);
  await choose('harbour.licence');
  await send();
  await waitFor(() => expect(onImported).toHaveBeenCalledOnce());
  expect((sent[0] as File).name).toBe('harbour.licence');
});

test('a dialog with a chosen licence file asks before closing', async () => {
  const { user, choose, onClose } = await importing({});
  await choose('harbour.licence');
  await expectAskingClose(user, onClose);
});

test.each([
  [{ status: false, msg: 'This licence expired on 2030-01-01.' }, 'This licence expired on 2030-01-01.'],
  [answer(403, { detail: 'No' }), 'You have no permission for this operation.'],
])('A-7-016 errors of a licence appear under its file', async (reply, text) => {
  const { send, choose, onImported, dialog } = await importing(() => reply);
  await choose('old.licence');
  await send();
  expect(await within(dialog).findByText(text)).toBeTruthy();
  expect(onImported).not.toHaveBeenCalled();
});
