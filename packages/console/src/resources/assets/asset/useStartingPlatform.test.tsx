import { device } from '@gatehouse/contract/resources/assets/device.ts';
import { platform } from '@gatehouse/contract/resources/assets/platform.ts';
// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow, listRow, pageOf } from '../../../../test/sampleRow.ts';
import { useStartingPlatform } from './useStartingPlatform.ts';

const DEVICES = '/api/v1/assets/devices/';

function Shown() {
  return <output>{useStartingPlatform(DEVICES) ?? 'nothing yet'}</output>;
}

test.each([
  ['that of the row being updated, so its protocols stay', '/devices/7/update', '12'],
  ['that of the row being copied', '/devices/create?clone_from=7', '12'],
  ['the platform in the URL', '/devices/create?platform=3', '3'],
  ['the first of its category', '/devices/create', '9'],
])('the form of an asset starts with a platform: %s', async (_, at, expected) => {
  const { screen } = await renderPage({
    page: <Shown />,
    routes: {
      [`GET ${DEVICES}7/`]: detailRow(device, {
        id: '7',
        name: 'core-sw',
        platform: { id: 12, name: 'Cisco' },
      }),
      'GET /api/v1/assets/platforms/': pageOf([listRow(platform, { id: 9, name: 'General' })]),
    },
    at,
    pattern: at.includes('update') ? '/devices/:id/update' : '/devices/create',
  });
  await screen.findByText(expected);
  expect(screen.getByRole('status').textContent).toBe(expected);
});
