import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { DOMAINS } from '../../../../test/domains.ts';
import { ORG } from '../../../../test/fakePlatform.ts';
import { downloads, openDomains } from '../../../../test/openDomains.tsx';
import { openImport } from '../../../../test/openImport.tsx';

test('B-7-012 a template is requested with its purpose, its action and a limit of one row', async () => {
  const urls = downloads();
  const { press } = await openImport();
  await press('CSV');
  await waitFor(() =>
    expect(urls).toEqual([`${DOMAINS}?format=csv&template=import&action=create&limit=1&oid=${ORG}`]),
  );
});

test('B-7-012 a template for updates holds the selected rows, or one row if none is selected', async () => {
  const urls = downloads();
  const { press, user, dialog } = await openImport();
  await user.click(dialog.getByRole('radio', { name: 'Update' }));
  await press('Excel');
  await waitFor(() =>
    expect(urls).toEqual([`${DOMAINS}?format=xlsx&template=update&action=partial_update&limit=1&oid=${ORG}`]),
  );
});

test('B-7-012 the template of selected rows names them by a token', async () => {
  const urls = downloads();
  const { screen, user, server } = await openDomains({
    routes: answerTo('POST /api/v1/common/resources/cache/', { spm: 'token-1' }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select zone-1' }));
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Update' }));
  await user.click(dialog.getByRole('button', { name: 'CSV' }));
  await waitFor(() =>
    expect(urls).toEqual([
      `${DOMAINS}?format=csv&template=update&action=partial_update&spm=token-1&oid=${ORG}`,
    ]),
  );
  expect(server.calls('POST', '/api/v1/common/resources/cache/')[0]?.body).toEqual({ resources: ['d1'] });
});
