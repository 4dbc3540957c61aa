import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fieldUis } from '../src/engine/fields/registry.ts';
import { domainPerms } from '../test/domains.ts';
import { renderPage } from '../test/renderPage.tsx';
import { CellStates } from './CellStates.tsx';
import { cellSamples } from './cellSamples.tsx';
import { FieldStates } from './FieldStates.tsx';
import { galleryRoutes } from './galleryServer.ts';
import { kinds } from './samples.ts';

test('the gallery shows every kind of field there is', () => {
  expect([...kinds].sort()).toEqual(Object.keys(fieldUis).sort());
});

test.each(kinds)('%s can be seen empty, filled, wrong and read-only', async (kind) => {
  const { screen } = await renderPage({
    page: (
      <table>
        <tbody>
          <FieldStates kind={kind} />
        </tbody>
      </table>
    ),
    routes: galleryRoutes(),
    person: { perms: domainPerms },
  });
  await screen.findByRole('rowheader', { name: kind });
  await waitFor(() => expect(screen.getAllByRole('cell')).toHaveLength(6));
  if (kind !== 'nested') await screen.findByText('Something is wrong with it');
});

test('cells that lists share can be seen empty, filled, wrong and read-only', async () => {
  const names = Object.keys(cellSamples);
  const { screen } = await renderPage({
    page: (
      <table>
        <tbody>
          {names.map((name) => (
            <CellStates key={name} name={name} />
          ))}
        </tbody>
      </table>
    ),
    routes: galleryRoutes(),
    person: { perms: domainPerms },
  });
  await screen.findByRole('rowheader', { name: 'secret' });
  expect(screen.getAllByRole('cell')).toHaveLength(names.length * 4);
});
