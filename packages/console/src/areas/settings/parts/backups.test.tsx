// @vitest-environment jsdom
import { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { openRoute } from '../../../../test/openRoute.tsx';

const panel = {
  name: 'backup' as const,
  category: 'backup',
  page: 'storage' as const,
  tab: 'Backup',
  title: 'Backups',
  dialog: false,
  can_change: true,
  groups: [
    { name: 'backup', title: 'Every night', settings: [{ name: 'BACKUP_STORAGE', label: 'Where to' }] },
  ],
};
const backup = {
  date: '2026-01-02T03:00:00Z',
  storage: 'far',
  key: 'backup/one.tar.gz.age',
  size: 2048,
  rows: 12_345,
  seconds: 61.2,
  is_restored: true,
};
const open = (backups: (typeof backup)[], is_encryptable = true) =>
  openRoute('Storage', {
    tab: 'Backup',
    routes: {
      ...listOf(replaystorage, []),
      ...answerTo('GET /api/v1/settings/panels/', [panel]),
      'OPTIONS /api/v1/settings/setting/': optionsOf({
        PATCH: { BACKUP_STORAGE: meta({ kind: 'text', label: 'Where to' }) },
      }),
      ...answerTo('GET /api/v1/settings/setting/', { BACKUP_STORAGE: 'far' }),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...answerTo('GET /api/v1/settings/backups/', { is_encryptable, backups }),
    },
  });

test('the last backups are listed with their size, and whether they were restored as a check', async () => {
  await open([backup, { ...backup, key: 'backup/two.tar.gz.age', is_restored: false, storage: '' }]);
  const lines = within(await screen.findByRole('table', { name: 'Last backups' })).getAllByRole('row');
  expect(lines).toHaveLength(3);
  for (const text of ['Restored', '2 KB', '12,345', '62 s', 'far', 'backup/one.tar.gz.age'])
    expect(lines[1]?.textContent).toContain(text);
  expect(lines[2]?.textContent).toContain('Read back only');
  expect(screen.queryByText(/GATEHOUSE_BACKUP_RECIPIENT/)).toBeNull();
});

test('without a key, the page says why no backup is made', async () => {
  await open([], false);
  expect(await screen.findByText(/GATEHOUSE_BACKUP_RECIPIENT is not set/)).toBeTruthy();
  expect(screen.getByText('No backup has been made yet.')).toBeTruthy();
});
