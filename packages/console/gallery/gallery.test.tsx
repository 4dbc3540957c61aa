import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { domainPerms } from '../test/domains.ts';
import { renderPage } from '../test/renderPage.tsx';
import { CellStates } from './CellStates.tsx';
import { cellSamples } from './cellSamples.tsx';
import { FieldStates } from './FieldStates.tsx';
import { galleryRoutes } from './galleryServer.ts';
import { inputSamples } from './inputSamples.tsx';
import { kinds } from './samples.ts';

test('the gallery shows every kind of field', () => {
  expect(kinds).toEqual(Object.keys(field).toSorted());
});

test.each(kinds)('%s is shown empty, filled, invalid and read-only', async (kind) => {
  const { screen } = await renderPage({
    page: (
      <table>
        <tbody>
          <FieldStates kind={kind} />
        </tbody>
      </table>
    ),
    routes: galleryRoutes(),
    caller: { perms: domainPerms },
  });
  await screen.findByRole('rowheader', { name: kind });
  await waitFor(() => expect(screen.getAllByRole('cell')).toHaveLength(6));
  if (kind !== 'nested') await screen.findByText('Something is wrong with it');
});

test('every cell of the engine is in the gallery, alone or as part of another', () => {
  const folder = join(import.meta.dirname, '../src/engine/cells');
  const cells = readdirSync(folder).filter((name) => name.endsWith('.tsx') && !name.includes('.test.'));
  const samples = readFileSync(join(import.meta.dirname, 'cellSamples.tsx'), 'utf8');
  const shown = cells.filter((name) => samples.includes(`/cells/${name}'`));
  const parts = shown.map((name) => readFileSync(join(folder, name), 'utf8')).join();
  expect(shown.length).toBeGreaterThan(5);
  expect(cells.filter((name) => !shown.includes(name) && !parts.includes(`./${name}'`))).toEqual([]);
});

test('cells and inputs that belong to no single kind are shown empty, filled, invalid and read-only', async () => {
  const all = Object.entries({ ...cellSamples, ...inputSamples });
  const { screen } = await renderPage({
    page: (
      <table>
        <tbody>
          {all.map(([name, sample]) => (
            <CellStates key={name} name={name} sample={sample} />
          ))}
        </tbody>
      </table>
    ),
    routes: galleryRoutes(),
    caller: { perms: domainPerms },
  });
  await screen.findByRole('rowheader', { name: 'secret' });
  expect(screen.getAllByRole('cell')).toHaveLength(all.length * 4);
  expect(await screen.findAllByRole('group', { name: 'Protocols' })).toHaveLength(8);
});
