import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ItemsFormBody } from '../../form/items/ItemsFormBody.tsx';
import { crontabFault, nextRuns } from './cron.ts';

const open = (start: { crontab: string; interval: number | null }, settings: Record<string, unknown> = {}) =>
  renderPage({
    caller: { settings },
    page: (
      <ItemsFormBody
        start={start}
        onSave={async () => undefined}
        items={[
          { id: 'crontab', type: 'crontab', label: 'Times' },
          { id: 'interval', type: 'interval', label: 'Every' },
        ]}
      />
    ),
    routes: {},
  });

test('B-9-016 the next five runs of a chosen schedule are shown', async () => {
  const { screen, user } = await open({ crontab: '', interval: null });
  await user.click(screen.getByRole('button', { name: 'Daily' }));
  expect(screen.getByRole('textbox', { name: 'Times' })).toHaveProperty('value', '0 2 * * *');
  const list = await screen.findByRole('list', { name: 'Next runs' });
  expect(list.querySelectorAll('time')).toHaveLength(5);
  const moments = [...list.querySelectorAll('time')].map((time) => Date.parse(time.dateTime));
  expect(moments.every((at, index) => at > (moments[index - 1] ?? Date.now()))).toBe(true);
});

test("B-9-016 the runs are shown in the server's time zone, which is named", async () => {
  const runs = async (zone: string) => {
    const { screen } = await open({ crontab: '0 2 * * *', interval: null }, { TIME_ZONE: zone });
    const list = await screen.findByRole('list', { name: 'Next runs' });
    screen.getByText(`Server time zone: ${zone}`);
    const times = [...list.querySelectorAll('time')];
    for (const time of times) expect(time.textContent).toMatch(/^\d{4}-\d\d-\d\d 02:00 \w{3}$/);
    const hour = new Date(times[0]?.dateTime ?? '').getUTCHours();
    cleanup();
    return hour;
  };
  expect(await runs('Asia/Tokyo')).toBe(17);
  expect(await runs('Asia/Dubai')).toBe(22);
});

test('B-8-013 B-5-018 B-5-017 an invalid pattern, or one that runs too often, is reported', async () => {
  const { screen, user } = await open({ crontab: '', interval: null });
  const times = screen.getByRole('textbox', { name: 'Times' });
  await user.type(times, '0 2 * *');
  const shown = async (text: string) => {
    const found = await screen.findByText(text);
    return document.getElementById(times.getAttribute('aria-describedby') ?? '')?.contains(found);
  };
  expect(await shown('Enter five fields: minute, hour, day of month, month, day of week.')).toBe(true);
  expect(screen.queryByRole('list', { name: 'Next runs' })).toBeNull();
  await user.clear(times);
  await user.type(times, '*/9 * * * *');
  expect(await shown('Runs must be at least ten minutes apart.')).toBe(true);
  await user.clear(times);
  await user.type(times, '*/10 * * * *');
  expect(await screen.findByRole('list', { name: 'Next runs' })).toBeDefined();
});

test('B-5-018 while both times and an interval are set, the form says that the fixed times take precedence', async () => {
  const { screen, user } = await open({ crontab: '0 2 * * *', interval: 24 });
  screen.getByText('The fixed times take precedence while both are set.');
  await user.clear(screen.getByRole('textbox', { name: 'Times' }));
  await waitFor(() =>
    expect(screen.queryByText('The fixed times take precedence while both are set.')).toBeNull(),
  );
  expect(screen.getByRole('spinbutton', { name: 'Every' })).toHaveProperty('value', '24');
});

test('B-5-017 exactly ten minutes are enough, nine are not, across the hour and midnight too', () => {
  expect(crontabFault('*/10 * * * *')).toBeUndefined();
  expect(crontabFault('0,10 * * * *')).toBeUndefined();
  expect(crontabFault('0,9 * * * *')).toBe('crontabOften');
  expect(crontabFault('0,55 23,0 * * *')).toBe('crontabOften');
  expect(crontabFault('@daily')).toBe('crontab');
  expect(nextRuns('nonsense', 5)).toEqual([]);
});
