import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { DOMAINS, domainRows } from '../../../../test/domains.ts';
import { openDomains } from '../../../../test/openDomains.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { onChanged } from '../../../platform/changes.ts';

const start = 'POST /api/v1/ops/own-runs/exports/';
/** The export dialog of a list that says that it has this many rows. */
const openExport = async (count: number) => {
  const opened = await openDomains({
    routes: {
      [`GET ${DOMAINS}`]: { ...pageOf(domainRows(3)), count },
      ...answerTo(start, { id: '00000000-0000-4000-8000-000000000001' }),
    },
  });
  await opened.screen.findByRole('link', { name: 'zone-1' });
  await opened.user.click(opened.screen.getByRole('button', { name: 'Export' }));
  return { ...opened, dialog: within(await opened.screen.findByRole('dialog', { name: 'Export domains' })) };
};

test('a long list may be exported in the background, with the search, filters and order of the list', async () => {
  const told: string[] = [];
  onTestFinished(onChanged((path) => void told.push(path)));
  const { screen, user, server, dialog } = await openExport(10_001);
  await user.click(dialog.getByRole('radio', { name: 'Excel' }));
  await user.click(dialog.getByRole('button', { name: 'Export in the background' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('The export of domains has started');
  expect(server.calls('POST', '/api/v1/ops/own-runs/exports/').map(({ body }) => body)).toEqual([
    { url: DOMAINS, query: '', format: 'xlsx' },
  ]);
  expect(told).toContain(OWN_RUNS_URL);
});

test('a short list is not offered in the background', async () => {
  const { dialog } = await openExport(10_000);
  expect(dialog.queryByRole('button', { name: 'Export in the background' })).toBeNull();
});
