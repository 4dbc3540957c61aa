import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerTo } from '../../../../../test/answerTo.ts';
import { DOMAINS } from '../../../../../test/domains.ts';
import { manyZones, openImport, RENDER } from '../../../../../test/openImport.tsx';
import { onChanged } from '../../../../platform/changes.ts';

const start = '/api/v1/ops/own-runs/imports/';
const name = 'Import in the background';
const openWith = async (rows: number) => {
  const opened = await openImport({
    [`POST ${RENDER}`]: manyZones(rows),
    ...answerTo(`POST ${start}`, { id: '00000000-0000-4000-8000-000000000001' }),
  });
  await opened.choose();
  await opened.dialog.findByRole('table', { name: 'Rows in the file' });
  return opened;
};

test('more than 10,000 rows may be handed over to the server, which needs no open page', async () => {
  const told: string[] = [];
  onTestFinished(onChanged((path) => void told.push(path)));
  const { screen, server, press } = await openWith(10_001);
  await press(name);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('The import of domains has started');
  const [sent] = server.calls('POST', start).map(({ body }) => body as { rows: unknown[] });
  expect(sent).toMatchObject({ url: DOMAINS, action: 'create' });
  expect(sent?.rows).toHaveLength(10_001);
  expect(told).toContain(OWN_RUNS_URL);
});

test('fewer rows are imported on the page', async () => {
  const { dialog } = await openWith(12);
  expect(dialog.queryByRole('button', { name })).toBeNull();
});
