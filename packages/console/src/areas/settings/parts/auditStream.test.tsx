// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { MsgPage } from '../pages.tsx';

const url = '/api/v1/settings/setting/';
const testUrl = '/api/v1/settings/audit-stream/testing/';
const fields = {
  AUDIT_STREAM_ENABLED: meta({ kind: 'boolean', type: 'boolean', label: 'Audit stream' }),
  AUDIT_STREAM_HOST: meta({ kind: 'text', label: 'Host' }),
};
const panel: ShownSettingPanel = {
  name: 'audit_stream',
  category: 'audit_stream',
  page: 'msg',
  tab: 'AuditStream',
  title: 'Audit stream',
  dialog: false,
  can_change: true,
  groups: [{ name: 'receiver', title: 'Receiver', settings: [{ name: 'AUDIT_STREAM_HOST', label: 'Host' }] }],
};
type State = { waiting: number; most: number; sent: number; date_sent: string | null; error: string };

const show = (
  state: Partial<State>,
  more: Partial<ShownSettingPanel> = {},
  routes: Record<string, unknown> = {},
) =>
  renderPage({
    page: <MsgPage />,
    routes: {
      ...answerTo('GET /api/v1/settings/panels/', [{ ...panel, ...more }]),
      [`OPTIONS ${url}`]: optionsOf({ GET: fields, PUT: fields, PATCH: fields }, { name: 'Audit stream' }),
      ...answerTo(`GET ${url}`, { AUDIT_STREAM_HOST: 'siem.example.com' }),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo('GET /api/v1/settings/audit-stream/state/', {
        waiting: 0,
        most: 10_000,
        sent: 0,
        date_sent: null,
        error: '',
        ...state,
      }),
      ...answerTo(`POST ${testUrl}`, { msg: 'siem.example.com took the test event.' }),
      ...routes,
    },
  });

test('the panel of the audit stream says what was sent, what waits and why', async () => {
  const { screen } = await show({ waiting: 1234, sent: 56_789, error: 'connect ECONNREFUSED' });
  expect(await screen.findByText(/Sent: 56,789\. Waiting: 1,234\./)).toBeTruthy();
  expect(screen.getByText('Events wait: connect ECONNREFUSED')).toBeTruthy();
});

test('more waiting events than are counted are not told as a number of them', async () => {
  const { screen } = await show({ waiting: 10_001, sent: 3 });
  expect(await screen.findByText(/Waiting: more than 10,000\./)).toBeTruthy();
});

test('a stream that runs says when it last sent, and a test sends what stands in the form', async () => {
  const { screen, user, server } = await show({ sent: 3, date_sent: '2026-01-02T03:04:05Z' });
  expect((await screen.findByText(/Sent: 3\. Waiting: 0\./)).textContent).toContain('Last sent:');
  expect(screen.queryByText(/Events wait/)).toBeNull();
  const host = screen.getByLabelText('Host');
  await user.clear(host);
  await user.type(host, 'other.example.com');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await waitFor(() => expect(server.calls('POST', testUrl)).toHaveLength(1));
  expect(server.calls('POST', testUrl)[0]?.body).toEqual({ AUDIT_STREAM_HOST: 'other.example.com' });
  expect(await screen.findByText('siem.example.com took the test event.')).toBeTruthy();
});

test('without the right to change the stream there is nothing to test', async () => {
  const { screen } = await show({}, { can_change: false });
  expect(await screen.findByText(/Sent: 0/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
});

test('why a test event did not arrive is told beneath the host, in the words of the server', async () => {
  const refused = { [`POST ${testUrl}`]: answer(400, { error: 'siem.example.com cannot be reached.' }) };
  const { screen, user, platform } = await show({}, {}, refused);
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  const said = await screen.findByText('siem.example.com cannot be reached.');
  // Said to those who do not see it, too.
  expect(said.closest('[role=status]')?.previousElementSibling?.contains(screen.getByLabelText('Host'))).toBe(
    true,
  );
  expect(platform.notify.store.get().toasts).toHaveLength(0);
});
