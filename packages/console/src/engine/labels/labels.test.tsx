import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { LabelChoices } from './LabelChoices.tsx';

function Offer() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Labels
      </button>
      {isOpen && <LabelChoices value={[]} onChange={() => undefined} />}
    </>
  );
}

test('a label that a row has just been given is offered the next time labels are', async () => {
  const known = [{ id: 'l1', name: 'env', value: 'prod' }];
  const { user } = await renderPage({
    page: <Offer />,
    routes: { 'GET /api/v1/labels/labels/': () => ({ count: known.length, results: known }) },
  });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  await screen.findByRole('checkbox', { name: 'prod' });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  known.push({ id: 'l2', name: 'team', value: 'night' });
  await user.click(screen.getByRole('button', { name: 'Labels' }));
  expect(await screen.findByRole('checkbox', { name: 'night' })).toBeDefined();
});
