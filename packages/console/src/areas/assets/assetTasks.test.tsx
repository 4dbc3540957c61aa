// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseAbove, select } from '../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const ASSETS = '/api/v1/assets/assets/';
const web = { id: 'a1', name: 'web-1' };

test.each([
  ['Test connectivity', 'test'],
  ['Refresh hardware', 'refresh'],
])('%s of selected assets starts a task with a log', async (action, body) => {
  const { user, server } = await openRoute('AssetList', {
    routes: {
      ...listOf(asset, [web, { ...web, id: 'a2', name: 'db-1' }]),
      ...answerTo('GET /api/v1/assets/categories/', [] as never),
      'GET /api/v1/assets/nodes/category/tree/': [],
      [`POST ${ASSETS}tasks/`]: answer(201, { assets: [], task: 't1' }),
    },
  });
  await select(user, 'web-1', 'db-1');
  await chooseAbove(user, action);
  expect(await screen.findByText('Started. The result will follow.')).toBeTruthy();
  expect(server.calls('POST', `${ASSETS}tasks/`)[0]?.body).toEqual({ action: body, assets: ['a1', 'a2'] });
});

test('an asset is tested and its hardware read anew from its page, where its platform allows that', async () => {
  const auto_config = { ansible_enabled: true, ping_enabled: true, gather_facts_enabled: false };
  const { user, server } = await openRoute('AssetDetail', {
    params: { id: 'a1' },
    routes: {
      ...rowAt(asset, 'a1', { ...web, auto_config: auto_config as never }),
      [`POST ${ASSETS}a1/tasks/`]: answer(201, { asset: 'a1', assets: ['a1'], task: 't1' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Test connectivity' }));
  await waitFor(() =>
    expect(server.calls('POST', `${ASSETS}a1/tasks/`)[0]?.body).toEqual({ action: 'test' }),
  );
  expect(screen.getByRole('button', { name: 'Refresh hardware' })).toHaveProperty('disabled', true);
});
