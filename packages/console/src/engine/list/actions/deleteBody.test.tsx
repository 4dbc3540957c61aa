// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { DeleteBody } from './DeleteBody.tsx';
import { useRowDelete } from './useRowDelete.tsx';

const FORECAST = 'POST /api/v1/common/undo/forecast/';
const possible = answerTo(FORECAST, { can_be_undone: true, most: 5000 });

function Asker({ url }: { url: string }) {
  const remove = useRowDelete();
  const ask = () => void remove({ url, row: { id: 'd1' }, name: 'zone-1', title: 'Zone' });
  return (
    <button type="button" onClick={ask}>
      Ask
    </button>
  );
}

test('the question before a deletion says what goes and what ends, and asks the server about the undo', async () => {
  const { screen, user, server } = await renderPage({
    page: <Asker url="/api/v1/assets/hosts/?x=1" />,
    routes: possible,
  });
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await screen.findByText(
    'Also deletes the accounts with their secrets and ends running sessions. Logs and recordings stay. You can undo this for 10 seconds.',
  );
  expect(server.calls('POST', '/api/v1/common/undo/forecast/').map(({ body }) => body)).toEqual([
    { place: 'assets/hosts', change: 'delete', ids: ['d1'] },
  ]);
});

const Body = ({ url }: { url: string }) => (
  <output>
    <DeleteBody url={url} ids={[1, 2]} />
  </output>
);

test.each([
  ['/api/v1/users/users/', /^Ends web sessions and running connections.* This cannot be undone\.$/],
  ['/api/v1/users/groups/', /^Members stay.* You can undo this for 10 seconds\.$/],
  ['/api/v1/assets/databases/', /^Also deletes the accounts/],
  ['/api/v1/accounts/accounts/', /^Also deletes the secret/],
  ['/api/v1/perms/asset-permissions/', /^The access granted here ends/],
  ['/api/v1/labels/labels/', /^You can undo this for 10 seconds\.$/],
  ['/api/v1/assets/nodes/', /^This cannot be undone\.$/],
])('a deletion of a row at %s says what it takes with it', async (url, words) => {
  const { screen } = await renderPage({ page: <Body url={url} />, routes: possible });
  await screen.findByText(words);
});

test('a deletion too large for an undo says so, with the limit', async () => {
  const { screen, server } = await renderPage({
    page: <Body url="/api/v1/labels/labels/" />,
    routes: answerTo(FORECAST, { can_be_undone: false, most: 5000 }),
  });
  await screen.findByText(
    'This cannot be undone: it affects more than 5,000 entries, including everything that belongs to them.',
  );
  expect(server.calls('POST', '/api/v1/common/undo/forecast/')[0]?.body).toMatchObject({ ids: ['1', '2'] });
});

test('until the server has answered, no undo is promised', async () => {
  const { screen } = await renderPage({
    page: <Body url="/api/v1/labels/labels/" />,
    routes: { [FORECAST]: () => new Promise(() => undefined) },
  });
  await screen.findByText('Checking whether this can be undone…');
});

test('where the server does not answer, the question says that it does not know', async () => {
  const { screen } = await renderPage({
    page: <Body url="/api/v1/labels/labels/" />,
    routes: { [FORECAST]: answer(500, {}) },
  });
  await screen.findByText('Could not check whether this can be undone.');
});
