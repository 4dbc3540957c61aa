// @vitest-environment jsdom
import { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOf } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const list = '/api/v1/assets/domains/';

test('B-5-060 a filter that is edited to nothing goes, the others stay, and the list is read again', async () => {
  const { screen, server, user, router } = await openRoute('DomainList', {
    query: { name: 'osaka', search: 'west' },
    routes: listOf(domain, ({ query }) => [{ name: query.name ?? 'kyoto' }]),
  });
  await screen.findByRole('link', { name: 'osaka' });
  await user.click(screen.getByRole('button', { name: 'Name: osaka' }));
  const box = screen.getByRole('combobox', { name: 'Search and filter' });
  await waitFor(() => expect(box).toHaveProperty('value', 'osaka'));
  await user.clear(box);
  await user.type(box, '{Enter}');
  expect(await screen.findByRole('link', { name: 'kyoto' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Search: west' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Name:/ })).toBeNull();
  const last = server.calls('GET', list).at(-1)?.query;
  expect([last?.search, last?.name]).toEqual(['west', undefined]);
  expect(router.state.location.search).toContain('search=west');
});
