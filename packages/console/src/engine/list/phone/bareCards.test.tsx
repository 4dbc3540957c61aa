import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DOMAINS, domainRows } from '../../../../test/domains.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';

test('a card with nothing but a name shows what stands in the other columns, with their labels', async () => {
  const [row] = domainRows(1);
  const bare = { ...row, assets_amount: 4, comment: 'far away', labels: [] };
  const named = { ...bare, id: 'd2', name: 'zone-2', labels: ['env:prod'] };
  await openDomains({
    width: 390,
    routes: { [`GET ${DOMAINS}`]: pageOf([bare, named]) },
    slots: {
      columns: {
        assets_amount: { card: 'hidden' },
        comment: { card: 'hidden' },
        labels: { card: 'tags' },
      },
      mode: { columns: ['name', 'assets_amount', 'comment', 'labels'] },
    },
  });
  const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent;
  expect(await card('zone-1')).toMatch(/Assets4.*Commentfar away/);
  expect(await card('zone-2')).not.toContain('far away');
});
