import { asset as assetDefinition } from '@gatehouse/contract/resources/assets/asset.ts';
import { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerTo, rowAt } from '../../../test/answerTo.ts';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { answer, fakeServer, type Refusal, type Seen } from '../../../test/fakeServer.ts';
import {
  grantedAccount as account,
  detailRow,
  type GrantedAsset,
  grantedAsset,
} from '../../../test/sampleRow.ts';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { createRecents } from '../../platform/storage/recents.ts';
import { useStore } from '../../platform/store.ts';
import { type Luna, LunaProvider, useLuna } from '../LunaContext.tsx';
import { useTabActions } from '../workspace/tabs/useTabActions.ts';
import { makeWorkbench } from '../workspace/workbench.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { makeLastChoices } from './lastChoice.ts';
import { type KeptReview, makeReviewMemory } from './reviewMemory.ts';

const ASSET = '/api/v1/perms/users/self/assets/a1/';
const TOKEN = '/api/v1/authentication/connection-token/';

const asset = grantedAsset({
  id: 'a1',
  name: 'web-01',
  address: '10.0.0.5',
  comment: '',
  is_active: true,
  org_id: 'o',
  type: { value: 'linux', label: 'Linux' },
  permed_accounts: [
    account('root'),
    account('deploy'),
    account('@INPUT', { username: '@INPUT', has_username: false, has_secret: false }),
  ],
});
const methods = answerTo('GET /api/v1/terminal/components/connect-methods/', {
  ssh: [{ value: 'web_cli', label: 'Web CLI', type: 'web', endpoint_protocol: 'http', component: 'koko' }],
});
const answerAsset = (body: GrantedAsset | Refusal) =>
  answerTo('GET /api/v1/perms/users/:user/assets/:asset/', body, { user: 'self', asset: 'a1' });

// jsdom has the dialog element but cannot open it.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** A tab whose session has ended, and the dialog that reconnecting may open. */
function EndedTab() {
  const { reconnect } = useTabActions();
  const { connecting } = useStore(useLuna().workbench.store);
  return (
    <>
      <button type="button" onClick={() => reconnect('t1')}>
        Reconnect
      </button>
      {connecting && <ConnectDialog request={connecting} />}
    </>
  );
}
const endedTab = {
  key: 't1',
  target: { asset: { id: 'a1' }, alias: 'deploy', protocol: 'ssh', orgId: 'o' },
};

const show = async (
  routes: Record<string, unknown> = {},
  request: { account?: string; before?: KeptReview } | 'ended' = {},
  perms: string[] = [],
  areTicketsOn = true,
) => {
  const server = fakeServer({
    ...answerAsset(asset),
    ...methods,
    [`POST ${TOKEN}`]: detailRow(connectiontoken, { id: 'token-1' }),
    ...routes,
  });
  const platform = await fakePlatform(server, { perms, settings: { TICKETS_ENABLED: areTicketsOn } });
  await platform.i18n.loadNamespaces('luna');
  const opened: unknown[] = [];
  const choices = makeLastChoices(platform.storage, 'me');
  const workbench = makeWorkbench(platform.storage, 1440);
  const tabRequest = { assetId: 'a1', ...(request !== 'ended' && request) };
  workbench.connect(request === 'ended' ? null : tabRequest);
  const luna = {
    workbench,
    choices,
    recents: createRecents(platform.storage, 'luna.recent.me'),
    tree: { touchRecent: () => undefined },
    workspace: {
      open: (target: { alias: string; username: string }, token: string) =>
        opened.push([target.alias, target.username, token]),
      find: () => endedTab,
      reconnect: (tab: string, _target: unknown, token: string) => opened.push([tab, token]),
    },
  } as unknown as Luna;
  render(
    <PlatformProvider platform={platform}>
      <LunaProvider luna={luna}>
        {request === 'ended' ? <EndedTab /> : <ConnectDialog request={tabRequest} />}
      </LunaProvider>
    </PlatformProvider>,
  );
  const body = () => server.calls('POST', TOKEN).at(-1)?.body;
  return { server, opened, choices, workbench, body, user: userEvent.setup() };
};
const connect = () => screen.findByRole('button', { name: 'Connect' });

test('the address, account and protocol are shown before anything is sent', async () => {
  const { server } = await show();
  expect(await screen.findByText(/You connect to/)).toBeTruthy();
  expect(document.body.textContent).toContain(
    'You connect to 10.0.0.5:22 as deploy through ssh. The session is recorded.',
  );
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
});

test('connecting creates a token for the chosen account, opens the terminal and remembers the choice', async () => {
  const { user, body, opened, choices, workbench } = await show();
  await user.click(await screen.findByRole('radio', { name: /deploy/ }));
  await user.click(await connect());
  await waitFor(() => expect(opened).toEqual([['deploy', 'deploy', 'token-1']]));
  expect(body()).toEqual({ asset: 'a1', account: 'deploy', protocol: 'ssh', connect_method: 'web_cli' });
  expect(choices.get('a1')).toEqual({ protocol: 'ssh', alias: 'deploy' });
  expect(workbench.store.get().connecting).toBeNull();
});

test('a manual login needs a username; its password is encrypted and stored nowhere', async () => {
  const { user, body, opened } = await show();
  await user.click(await screen.findByRole('radio', { name: /Manual input/ }));
  expect((await connect()).hasAttribute('disabled')).toBe(true);
  await user.type(screen.getByLabelText(/Username/), 'bob');
  await user.type(screen.getByLabelText(/Password/), 'p4ssw0rd');
  await user.click(await connect());
  await waitFor(() => expect(opened).toEqual([['@INPUT', 'bob', 'token-1']]));
  expect(body()).toMatchObject({
    account: '@INPUT',
    input_username: 'bob',
    input_secret: 'encrypted:p4ssw0rd',
  });
  expect(JSON.stringify({ ...localStorage })).not.toContain('p4ssw0rd');
});

test('a refusal shows its reason and the dialog stays', async () => {
  const refusal = answer(400, { code: 'acl_reject', detail: 'The rule “No nights” does not allow it.' });
  const { user, opened } = await show({ [`POST ${TOKEN}`]: refusal });
  await user.click(await connect());
  expect((await screen.findByRole('alert')).textContent).toContain('No nights');
  expect(opened).toEqual([]);
  expect((await connect()).hasAttribute('disabled')).toBe(false);
});

test('a way to connect that a rule has taken away meanwhile is told in the words of the server', async () => {
  const taken = 'A rule takes this way to connect away from you.';
  const { user } = await show({ [`POST ${TOKEN}`]: answer(400, { connect_method: [taken] }) });
  await user.click(await connect());
  expect((await screen.findByRole('alert')).textContent).toBe(taken);
});

test('a link naming a saved account connects at once', async () => {
  const { opened } = await show({}, { account: 'id-deploy' });
  await waitFor(() => expect(opened).toEqual([['deploy', 'deploy', 'token-1']]));
});

test('a link to an account that uses the sign-in password says so and waits for a click', async () => {
  const own = account('ann', { from_login: true });
  const { user, server, opened } = await show(answerAsset({ ...asset, permed_accounts: [own] }), {
    account: 'ann',
  });
  expect(await screen.findByText(/Your Gatehouse password is sent/)).toBeTruthy();
  expect(screen.queryByLabelText(/Password/)).toBeNull();
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
  await user.click(await connect());
  await waitFor(() => expect(opened).toEqual([['ann', 'ann', 'token-1']]));
});

test('a link to a deleted account selects another one but waits for a click', async () => {
  const { server } = await show({}, { account: 'gone' });
  await connect();
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
});

test('an ended session reconnects as before, in its own organization, without a dialog', async () => {
  const { user, server, opened, workbench } = await show({}, 'ended');
  await user.click(screen.getByRole('button', { name: 'Reconnect' }));
  await waitFor(() => expect(opened).toEqual([['t1', 'token-1']]));
  expect(server.calls('GET', ASSET)[0]?.headers.get('X-JMS-ORG')).toBe('o');
  expect(workbench.store.get().connecting).toBeNull();
});

test('pressing Reconnect twice reconnects a session once, and pressing it later once more', async () => {
  const { user, server, opened } = await show({}, 'ended');
  const retryButton = screen.getByRole('button', { name: 'Reconnect' });
  act(() => {
    retryButton.click();
    retryButton.click();
  });
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(server.calls('POST', TOKEN)).toHaveLength(1);
  await user.click(retryButton);
  await waitFor(() => expect(opened).toHaveLength(2));
});

test.each([
  ['now uses the sign-in password', account('deploy', { from_login: true })],
  ['no longer has a saved secret', account('deploy', { has_secret: false })],
  ['no longer exists', account('root')],
])('reconnecting opens the dialog if the account %s', async (_case, now) => {
  const { user, server, opened } = await show(answerAsset({ ...asset, permed_accounts: [now] }), 'ended');
  await user.click(screen.getByRole('button', { name: 'Reconnect' }));
  await connect();
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
  await user.click(await connect());
  await waitFor(() => expect(opened).toEqual([['t1', 'token-1']]));
});

test('a link to an account without a saved secret asks for it', async () => {
  const { server } = await show({}, { account: '@INPUT' });
  expect(await screen.findByLabelText(/Password/)).toBeTruthy();
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
});

test('an asset without permitted accounts says what to do', async () => {
  await show(answerAsset({ ...asset, permed_accounts: [] }));
  expect(await screen.findByText(/You have no permitted account/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
});

const gone = answer(404, { detail: 'Asset object does not exist.', code: 'object_does_not_exist' });
const named = rowAt(assetDefinition, 'a1', { id: 'a1', name: 'web-01' });

test('without a permission, the dialog says so by name, and offers to request and to grant it', async () => {
  await show({ ...answerAsset(gone), ...named }, {}, [
    'assets.view_asset',
    'tickets.view_ticket',
    'perms.add_assetpermission',
  ]);
  expect(await screen.findByText('You have no permission on web-01.')).toBeTruthy();
  const linkOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await linkOf('Request access')).toMatch(
    /^\/ui\/tickets\/tickets\/request-host-perm\/create\?asset_id=a1/,
  );
  expect(await linkOf('Grant')).toMatch(/^\/ui\/console\/perms\/asset-permissions\/create\?asset_id=a1/);
});

test('A-3-015 while tickets are switched off, the dialog offers no request for access', async () => {
  await show({ ...answerAsset(gone), ...named }, {}, ['tickets.view_ticket'], false);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Request access' })).toBeNull();
});

test('users who may not see the asset learn nothing about it', async () => {
  const { server } = await show({ ...answerAsset(gone), ...named }, {}, ['tickets.view_ticket']);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have no permission on this asset, or it no longer exists.',
  );
  expect(server.calls('GET', '/api/v1/assets/assets/a1/')).toHaveLength(0);
  expect((await screen.findByRole('link', { name: 'Request access' })).getAttribute('href')).not.toContain(
    'a1',
  );
  expect(screen.queryByRole('link', { name: 'Grant' })).toBeNull();
});

test('an asset whose protocols cannot be opened says which it uses and which can', async () => {
  const rdp = [{ name: 'rdp', port: 3389, public: true, setting: {} }];
  await show(answerAsset({ ...asset, permed_protocols: rdp }));
  expect(await screen.findByText('web-01 uses RDP. The web terminal opens SSH only.')).toBeTruthy();
});

test('without any way to connect, the dialog says that a gateway or a rule may be why, until there is one', async () => {
  const [[url, ways]] = Object.entries(methods) as [[string, unknown]];
  let answered: unknown = { ssh: [] };
  const { workbench } = await show({ [url]: () => answered }, 'ended');
  act(() => workbench.connect({ assetId: 'a1' }));
  await screen.findByText(/^The web terminal cannot open web-01 for you now: .*rule does not let you/);
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  act(() => workbench.connect(null));
  answered = ways;
  act(() => workbench.connect({ assetId: 'a1' }));
  expect(await connect()).toBeTruthy();
});

test('the least privileged account is chosen first, and privileged ones are marked', async () => {
  const accounts = [account('boss', { privileged: true }), account('root'), account('deploy')];
  await show(answerAsset({ ...asset, permed_accounts: accounts }));
  await connect();
  expect(screen.getByRole('radio', { name: /deploy/ })).toHaveProperty('checked', true);
  expect(screen.getAllByText('privileged')).toHaveLength(2);
  expect(screen.getByRole('radio', { name: /deploy/ }).closest('label')?.textContent).not.toContain(
    'privileged',
  );
});

test('a choice that is not to be remembered is forgotten', async () => {
  const { user, opened, choices } = await show();
  choices.set('a1', { protocol: 'ssh', alias: 'deploy' });
  await user.click(await screen.findByRole('checkbox', { name: 'Remember for this asset' }));
  await user.click(await connect());
  await waitFor(() => expect(opened).toHaveLength(1));
  expect(choices.get('a1')).toBeUndefined();
});

const reviewRefusal = answer(400, { code: 'acl_review', detail: 'The rule “Night” wants a reviewer.' });
const TICKET = '/api/v1/tickets/tickets/t9/';
const waitingToken = detailRow(connectiontoken, {
  id: 'token-9',
  is_active: false,
  from_ticket: 't9',
  from_ticket_info: { assignees: ['Boss(boss)'] },
});
const reviewRoutes = (state: () => 'pending' | 'approved' | 'rejected') => ({
  [`POST ${TOKEN}`]: ({ query }: Seen) => (query.create_ticket ? waitingToken : reviewRefusal),
  [`PUT ${TICKET}await/`]: () => ({ state: state() }),
  [`PUT ${TICKET}close/`]: 'ok',
});
/** Asks a reviewer from a dialog whose connection a rule holds back. */
const askReviewer = async (state: () => 'pending' | 'approved' | 'rejected') => {
  const shown = await show(reviewRoutes(state));
  await shown.user.click(await connect());
  expect((await screen.findByRole('alert')).textContent).toContain('wants a reviewer');
  await shown.user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
  expect((await screen.findByRole('status')).textContent).toContain('Boss(boss)');
  // A busy machine may let seconds pass before the test looks.
  expect(screen.getByRole('timer').textContent).toMatch(/^0:00:\d\d$/);
  return shown;
};

test('a connection under review waits with its reviewers; the terminal opens once it is approved', async () => {
  let state: 'pending' | 'approved' = 'pending';
  const { opened, server } = await askReviewer(() => state);
  expect(opened).toEqual([]);
  state = 'approved';
  await waitFor(() => expect(opened).toEqual([['deploy', 'deploy', 'token-9']]));
  expect(server.calls('PUT', `${TICKET}close/`)).toHaveLength(0);
});

test('a refused review is told, and the dialog can ask again', async () => {
  const { opened } = await askReviewer(() => 'rejected');
  expect((await screen.findByText('The connection was not approved.')).getAttribute('role')).toBe('alert');
  expect(opened).toEqual([]);
  expect(await connect()).toBeTruthy();
});

test('giving up a review closes its ticket, also when the dialog goes', async () => {
  const { user, server } = await askReviewer(() => 'pending');
  await user.click(screen.getByRole('button', { name: 'Cancel the request' }));
  await waitFor(() => expect(server.calls('PUT', `${TICKET}close/`)).toHaveLength(1));
  await connect();
  await user.click(await connect());
  await user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
  await screen.findByRole('timer');
  cleanup();
  await waitFor(() => expect(server.calls('PUT', `${TICKET}close/`)).toHaveLength(2));
});

test('a connection under review outlives a reload: its dialog goes on, and forgets it at its end', async () => {
  await askReviewer(() => 'pending');
  const kept = () => JSON.parse(sessionStorage.getItem('luna.review') ?? 'null') as KeptReview | null;
  const before = kept();
  expect(before).toMatchObject({
    assetId: 'a1',
    choice: { alias: 'deploy', protocol: 'ssh' },
    review: { token: 'token-9', ticket: 't9', reviewers: ['Boss(boss)'] },
  });
  expect(JSON.stringify(before)).not.toContain('secret');
  // Leaving the page gives up; a reload does not, and leaves what it stored.
  cleanup();
  expect(kept()).toBeNull();
  const { opened, server } = await show(
    reviewRoutes(() => 'approved'),
    { account: 'root', before: before! },
  );
  await screen.findByText(/Boss\(boss\)/);
  await waitFor(() => expect(opened).toEqual([['deploy', 'deploy', 'token-9']]));
  expect(server.calls('POST', TOKEN)).toHaveLength(0);
  expect(server.calls('PUT', `${TICKET}close/`)).toHaveLength(0);
});

test('what waits is stored for its user only, and never breaks the page', () => {
  const mine = makeReviewMemory(sessionStorage, 'me');
  mine.save({
    assetId: 'a1',
    choice: { alias: 'root', protocol: 'ssh' },
    review: { token: 't', ticket: 'x', reviewers: [], since: 1 },
  });
  expect(mine.load()?.review.ticket).toBe('x');
  expect(makeReviewMemory(sessionStorage, 'other').load()).toBeUndefined();
  for (const broken of ['', '{', 'null', '{"user":"me"}', '[]']) {
    sessionStorage.setItem('luna.review', broken);
    expect(mine.load()).toBeUndefined();
  }
});
