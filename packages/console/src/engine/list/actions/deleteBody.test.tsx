// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { useDeleteBody } from './useDeleteBody.ts';
import { useRowDelete } from './useRowDelete.ts';

function Asker({ url }: { url: string }) {
  const remove = useRowDelete();
  const ask = () => void remove({ url, row: { id: 'd1' }, name: 'zone-1', title: 'Zone' });
  return (
    <button type="button" onClick={ask}>
      Ask
    </button>
  );
}

test('the question before a deletion says what goes and what ends', async () => {
  const { screen, user } = await renderPage({ page: <Asker url="/api/v1/assets/hosts/?x=1" />, routes: {} });
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await screen.findByText(
    'Also deletes the accounts with their secrets and ends running sessions. Logs and recordings stay. You can undo this for 10 seconds.',
  );
});

const Body = ({ url }: { url: string }) => <output>{useDeleteBody()(url)}</output>;

test.each([
  ['/api/v1/users/users/', /^Ends web sessions and running connections.* This cannot be undone\.$/],
  ['/api/v1/users/groups/', /^Members stay/],
  ['/api/v1/assets/databases/', /^Also deletes the accounts/],
  ['/api/v1/accounts/accounts/', /^Also deletes the secret/],
  ['/api/v1/perms/asset-permissions/', /^The access granted here ends/],
  ['/api/v1/labels/labels/', /^You can undo this for 10 seconds\.$/],
  ['/api/v1/assets/nodes/', /^This cannot be undone\.$/],
])('a deletion of a row at %s says what it takes with it', async (url, words) => {
  const { screen } = await renderPage({ page: <Body url={url} />, routes: {} });
  expect((await screen.findByRole('status')).textContent).toMatch(words);
});
