// @vitest-environment jsdom
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { requestableAssetFields } from '@gatehouse/contract/tickets/requestableFields.ts';
import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { ORG } from '../../../../test/fakePlatform.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { REQUESTS, ticketOptions, ticketRow } from '../../../../test/tickets.ts';
import { parseTime } from '../../../platform/time/time.ts';
import { RequestFormPage } from './RequestFormPage.tsx';

const BRANCH = '3f2b8c10-1111-4111-8111-111111111111';
type Requestable = Pick<RowOf<typeof asset>, (typeof requestableAssetFields)[number]>;
const orgs = [
  { id: ORG, name: 'Northwind' },
  { id: BRANCH, name: 'Harbor' },
];
const openForm = async (more: Record<string, unknown> = {}) => {
  const found: Record<string, Requestable[]> = {
    [ORG]: [{ id: 'a1', name: 'app-01', address: '10.0.0.1' }],
    [BRANCH]: [],
  };
  const view = await renderPage({
    page: <RequestFormPage resource="" url="" name="RequestAssetPermTicketCreateUpdate" />,
    caller: {
      perms: ['tickets.view_ticket'],
      settings: { TICKET_AUTHORIZE_DEFAULT_TIME: 3, TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: 'day' },
    },
    names: { MyTicketList: '/tickets/my-tickets' },
    routes: {
      ...ticketOptions,
      'GET /api/v1/tickets/apply-assets/suggestions/': ({ query }: Seen) => found[query.oid ?? ''],
      ...answerTo('POST /api/v1/accounts/accounts/username-suggestions/', []),
      [`POST ${REQUESTS}open/`]: answer(201, ticketRow()),
      ...more,
    },
  });
  const { session } = view.platform;
  session.setProfile({
    ...(session.get().profile as NonNullable<ReturnType<typeof session.get>['profile']>),
    workbench_orgs: orgs,
  });
  return view;
};

test('A-2.5-004 access is requested in an organization, with every action and the usual period by default', async () => {
  const { screen, user, server, router } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await user.click(await screen.findByText('app-01 (10.0.0.1)'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', `${REQUESTS}open/`)).toHaveLength(1));
  const body = server.calls('POST', `${REQUESTS}open/`)[0]?.body as Record<string, string>;
  expect(body).toMatchObject({
    title: 'Patch night',
    org_id: ORG,
    apply_assets: ['a1'],
    apply_accounts: ['@ALL'],
    apply_actions: ['all'],
  });
  expect(body).not.toHaveProperty('apply_nodes');
  const [start, end] = [parseTime(body.apply_date_start), parseTime(body.apply_date_expired)];
  expect(end && start?.add(3, 'day').isSame(end)).toBe(true);
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets/my-tickets'));
});

test('a request asks for its reason first', async () => {
  const { screen, user, server } = await openForm();
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  const title = screen.getByLabelText(/^Title/);
  expect(reason.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.type(reason, 'INC-4471');
  await user.type(title, 'Patch night');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', `${REQUESTS}open/`)[0]?.body).toMatchObject({ comment: 'INC-4471' }),
  );
});

test('the usual period counts calendar days, even across a clock change', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-10-25T10:00:00Z') });
  const { screen, user, server } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', `${REQUESTS}open/`)[0]?.body).toMatchObject({
      apply_date_start: '2031/10/25 12:00:00 +0200',
      apply_date_expired: '2031/10/28 12:00:00 +0100',
    }),
  );
});

test('the end must be later than the start before the request is sent', async () => {
  const { screen, user, server } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  const endAt = async (end: string) => {
    const field = () => screen.getByLabelText<HTMLInputElement>(/^Expires/);
    await user.click(field());
    await waitFor(() => expect(field().readOnly).toBe(false));
    await user.clear(field());
    await user.type(field(), `${end}{Enter}`);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
  };
  await endAt('2001-02-03 04:05:06');
  expect((await screen.findAllByText('The end must be later than the start.')).length).toBeGreaterThan(0);
  expect(server.calls('POST', `${REQUESTS}open/`)).toEqual([]);
  await endAt('2101-02-03 04:05:06');
  await waitFor(() => expect(server.calls('POST', `${REQUESTS}open/`)).toHaveLength(1));
});

test('choosing another organization clears the chosen assets', async () => {
  const { screen, user, server } = await openForm();
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await user.click(await screen.findByText('app-01 (10.0.0.1)'));
  await user.click(screen.getByRole('combobox', { name: /Organization/ }));
  await user.click(await screen.findByTitle('Harbor'));
  await user.click(screen.getByRole('combobox', { name: 'Assets' }));
  await waitFor(() =>
    expect(server.calls('GET', '/api/v1/tickets/apply-assets/suggestions/').at(-1)?.query.oid).toBe(BRANCH),
  );
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.calls('POST', `${REQUESTS}open/`)).toHaveLength(1));
  const [{ body } = { body: undefined }] = server.calls('POST', `${REQUESTS}open/`);
  expect(body).toMatchObject({ org_id: BRANCH });
  expect(body).not.toHaveProperty('apply_assets');
});

test("the server's refusals appear on their fields", async () => {
  const { screen, user } = await openForm({
    [`POST ${REQUESTS}open/`]: answer(400, { apply_date_expired: ['The end has passed.'] }),
  });
  await user.type(await screen.findByLabelText(/^Title/), 'Patch night');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findAllByText('The end has passed.')).length).toBeGreaterThan(0);
});
