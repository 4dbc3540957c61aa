import { usersession } from '@gatehouse/contract/resources/audits/usersession.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { domainOptions, meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import { tellChanged } from '../../platform/changes.ts';
import { OnlineSessions } from './OnlineSessions.tsx';

const URL = '/api/v1/audits/user-sessions/';
const options: OptionsBody = {
  ...domainOptions,
  actions: {
    GET: {
      user: meta({ label: 'User' }),
      ip: meta({ label: 'Address' }),
      is_active: meta({ label: 'Online', kind: 'boolean', type: 'boolean' }),
    },
  },
  view: {
    ...domainOptions.view!,
    key: 'audits.usersession',
    titles: 'Web sessions',
    form: [],
    list: { default: ['user', 'ip', 'is_active'], min: ['user', 'ip'], exclude: [] },
  },
};
const rows = [
  listRow(usersession, {
    id: 's1',
    user: { id: 'u1', name: 'Mara' },
    ip: '10.0.0.1',
    is_current_user_session: true,
    is_active: true,
  }),
  listRow(usersession, { id: 's2', user: { id: 'u2', name: 'Jun' }, ip: '10.0.0.2', is_active: false }),
];

test("B-4-008 other web sessions can be signed out, the user's own cannot", async () => {
  const { screen, user, server } = await renderPage({
    page: <OnlineSessions resource="audits.usersession" url={URL} name="OnlineSession" />,
    routes: {
      [`OPTIONS ${URL}`]: options,
      [`GET ${URL}`]: pageOf(rows),
      ...answerTo(`POST ${URL}offline/`, undefined),
    },
    caller: { perms: ['audits.view_usersession', 'audits.offline_usersession'] },
  });
  const button = async (address: string) => {
    const row = (await screen.findByText(address)).closest('tr') as HTMLElement;
    return within(row).getByRole('button', { name: 'Sign out' });
  };
  const own = await button('10.0.0.1');
  expect(own.getAttribute('aria-disabled')).toBe('true');
  expect(within(own.closest('tr') as HTMLElement).getByText('Yes')).toBeTruthy();
  await user.click(own);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await button('10.0.0.2'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(server.calls('POST', `${URL}offline/`)[0]?.body).toEqual({ ids: ['s2'] }));
});

test('the list of web sessions follows those who sign in and out', async () => {
  let shown = rows;
  const { screen } = await renderPage({
    page: <OnlineSessions resource="audits.usersession" url={URL} name="OnlineSession" />,
    routes: { [`OPTIONS ${URL}`]: options, [`GET ${URL}`]: () => pageOf(shown) },
    caller: { perms: ['audits.view_usersession'] },
  });
  await screen.findByText('10.0.0.2');
  shown = rows.slice(0, 1);
  act(() => tellChanged(URL));
  await waitFor(() => expect(screen.queryByText('10.0.0.2')).toBeNull());
  expect(screen.getByText('10.0.0.1')).toBeTruthy();
});
