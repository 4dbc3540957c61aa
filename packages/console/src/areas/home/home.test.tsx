// @vitest-environment jsdom
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { grantedRow, listRow, pageOf } from '../../../test/sampleRow.ts';
import type { Session } from '../../resources/terminal/session/Session.ts';
import { greetingAt } from './greeting.ts';
import { WorkbenchHome } from './WorkbenchHome.tsx';

const ORG = '00000000-0000-0000-0000-000000000002';
const assetRow = (id: string, name: string, address: string) =>
  grantedRow({
    id,
    name,
    address,
    is_active: true,
    org_id: ORG,
    category: { value: 'host', label: 'Host' },
    type: { value: 'linux', label: 'Linux' },
  });
const assets = [assetRow('a1', 'web-prod-01', '10.8.2.11'), assetRow('a2', 'erp-db', '10.8.4.20')];
const sessionRow = (id: string, more: Partial<Session>) =>
  listRow(session, {
    id,
    asset: 'web-prod-01(10.8.2.11)',
    asset_id: 'a1',
    account: 'Deployment(deploy)',
    account_id: 'acc1',
    protocol: 'ssh',
    org_id: ORG,
    is_finished: true,
    is_success: true,
    is_locked: false,
    date_start: new Date(Date.now() - 7_200_000).toISOString(),
    ...more,
  });
const login = (id: string, city: string, value: boolean) =>
  listRow(userloginlog, {
    id,
    ip: `10.2.14.${id}`,
    city,
    status: { value, label: value ? 'Success' : 'Failed' },
    datetime: new Date().toISOString(),
  });

const open = (more: { perms?: string[]; routes?: Record<string, unknown> } = {}) =>
  renderPage({
    page: <WorkbenchHome />,
    caller: { perms: more.perms ?? ['perms.view_myassets', 'rbac.view_webterminal'] },
    names: {
      ...((more.perms ?? ['x']).length > 0 && { MyAssets: '/workbench/assets' }),
      ProfileSetting: '/profile/setting',
    },
    routes: {
      'GET /api/v1/perms/users/self/assets/': ({ query }: Seen) => {
        const ids = query.ids?.split(',');
        return pageOf(
          assets.filter(({ id, name }) => (ids ? ids.includes(id) : name.includes(query.search ?? ''))),
        );
      },
      ...answerTo('GET /api/v1/assets/favorite-assets/', [{ asset: 'a1' }, { asset: 'gone' }]),
      ...answerTo('DELETE /api/v1/assets/favorite-assets/', answer(204)),
      ...answerTo(
        'GET /api/v1/terminal/my-sessions/',
        pageOf([
          sessionRow('s1', { is_finished: false }),
          sessionRow('s2', { asset: 'erp-db(10.8.4.20)', asset_id: 'a2', is_success: false }),
          sessionRow('s3', { asset: 'gone(with)(10.8.4.9)', asset_id: 'a9', account: 'root' }),
        ]),
      ),
      ...answerTo(
        'GET /api/v1/audits/my-login-logs/',
        pageOf([login('2', 'Rotterdam', true), login('3', 'Utrecht', false)]),
      ),
      ...more.routes,
    },
  });

test('A-2.4-001 the home overview shows the number of assets, the favourites and the latest sessions', async () => {
  const { screen } = await open();
  expect(await screen.findByText('You can connect to 2 assets in Default')).toBeTruthy();
  const card = (await screen.findByText('web-prod-01', { selector: 'b[title]' })).closest(
    'li',
  ) as HTMLElement;
  expect(card.textContent).toContain('10.8.2.11 · ssh');
  expect(card.textContent).toContain('as deploy');
  const connect = within(card).getByRole('link', { name: 'Connect to web-prod-01' });
  expect(connect.getAttribute('href')).toBe(`/luna/?login_to=a1&login_account=acc1&oid=${ORG}`);
  expect(connect.getAttribute('target')).toBe('_blank');

  const sessions = (await screen.findByText('Recent sessions')).closest('section') as HTMLElement;
  const lines = await within(sessions).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^web-prod-01 10\.8\.2\.11deployssh.*active · \d{4}-\d\d-\d\d \d\d:/),
    expect.stringMatching(/^erp-db 10\.8\.4\.20deployssh.*failed · \d{4}-\d\d-\d\d \d\d:/),
    expect.stringMatching(/^gone\(with\) 10\.8\.4\.9rootssh\d{4}-\d\d-\d\d \d\d:/),
  ]);
  expect(document.title).toMatch(/^Home/);
});

test('the card of recent sign-ins shows addresses, marks failed ones and links to the password form', async () => {
  const { screen } = await open();
  const card = (await screen.findByText('Recent sign-ins')).closest('section') as HTMLElement;
  const lines = await within(card).findAllByRole('listitem');
  expect(lines[0]?.textContent).toContain('Rotterdam 10.2.14.2');
  expect(lines[1]?.textContent).toContain('failed · Utrecht');
  expect(within(card).getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe(
    '/profile/setting',
  );
});

test('a few letters and Enter open the terminal on the first match, but not the Enter of an input method', async () => {
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  const { screen, user, server } = await open();
  const field = await screen.findByRole('combobox', { name: /Connect to an asset/ });
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
  // Typed without a pause, however slow the machine is.
  for (const value of ['e', 'er', 'erp']) fireEvent.change(field, { target: { value } });
  await screen.findByRole('option', { name: /erp-db.*10\.8\.4\.20/, selected: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(tab).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(tab).toHaveBeenCalledWith(`/luna/?login_to=a2&oid=${ORG}`, '_blank', 'noopener');
  const requests = server
    .calls('GET', '/api/v1/perms/users/self/assets/')
    .filter(({ query }) => query.search);
  expect(requests.map(({ query }) => query.search)).toEqual(['erp']);
});

test('a favourite is removed with its star', async () => {
  const { screen, user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove web-prod-01 from favourites' }));
  await waitFor(() =>
    expect(server.calls('DELETE', '/api/v1/assets/favorite-assets/')[0]?.query).toEqual({ asset: 'a1' }),
  );
});

test('a user who may neither see assets nor connect sees only their own activity', async () => {
  const { screen, server } = await open({ perms: [] });
  await screen.findByText('Recent sessions');
  await screen.findByText(/gone/);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByText('Favourites')).toBeNull();
  expect(screen.queryByRole('link', { name: /Connect|Web terminal/ })).toBeNull();
  expect(server.calls('GET', '/api/v1/perms/users/self/assets/')).toEqual([]);
});

test('a card that fails says so and retries alone', async () => {
  let isDown = true;
  const { screen, user } = await open({
    routes: answerTo('GET /api/v1/audits/my-login-logs/', () =>
      isDown ? answer(500, {}) : pageOf([login('7', 'Ghent', true)]),
    ),
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await user.click(retry);
  expect(await screen.findByText(/Ghent/)).toBeTruthy();
});

test.each([
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
] as const)('the greeting at %i o’clock is for the %s', (hour, part) => {
  expect(greetingAt(new Date(2026, 4, 18, hour))).toBe(part);
});
