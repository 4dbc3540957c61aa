// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ItemsFormBody } from '../../form/items/ItemsFormBody.tsx';

const open = async (times: object[] = []) => {
  const saved: unknown[] = [];
  const opened = await renderPage({
    page: (
      <ItemsFormBody
        start={{ times }}
        onSave={async (values) => void saved.push(values.times)}
        items={[{ id: 'times', type: 'timePeriod', label: 'Times' }]}
      />
    ),
    routes: {},
  });
  await screen.findByRole('grid');
  const save = async () => {
    await opened.user.click(screen.getByRole('button', { name: /Submit|Save/ }));
    return saved.at(-1);
  };
  return { ...opened, save };
};
const cell = (name: string) => screen.getByRole('gridcell', { name });
const words = () => screen.getByRole('status').textContent;
const day = (id: number, value: string) => ({ id, value });
const week = (...days: { id: number; value: string }[]) =>
  [0, 1, 2, 3, 4, 5, 6].map((id) => days.find((one) => one.id === id) ?? day(id, ''));

test('no time means always; a week is told in words, days with the same times together', async () => {
  await open();
  expect(words()).toBe('No time is chosen, so the rule applies at any time.');
  expect(screen.getAllByRole('gridcell')).toHaveLength(7 * 48);
});

test('stored times are shown and told', async () => {
  const times = [1, 2, 3, 4, 5].map((id) => day(id, '09:00~18:00'));
  await open(week(...times, day(6, '00:00~00:00')));
  expect(words()).toBe('Only Mon–Fri 09:00–18:00; Sat all day');
  expect(cell('Monday 09:00–09:30').getAttribute('aria-selected')).toBe('true');
  expect(cell('Sunday 09:00–09:30').getAttribute('aria-selected')).toBe('false');
});

test('a drag paints a rectangle, and a second one over it removes it', async () => {
  const { save } = await open();
  const drag = (from: string, to: string) => {
    fireEvent.pointerDown(cell(from), { button: 0 });
    fireEvent.pointerMove(cell(to));
    fireEvent.pointerUp(cell(to));
  };
  drag('Monday 09:00–09:30', 'Tuesday 10:30–11:00');
  expect(words()).toBe('Only Mon–Tue 09:00–11:00');
  // The pointer is up, so what it passes now is not painted.
  fireEvent.pointerMove(cell('Friday 10:30–11:00'));
  fireEvent.pointerUp(cell('Friday 10:30–11:00'));
  expect(words()).toBe('Only Mon–Tue 09:00–11:00');
  drag('Tuesday 09:00–09:30', 'Tuesday 09:30–10:00');
  expect(await save()).toEqual(week(day(1, '09:00~11:00'), day(2, '10:00~11:00')));
});

test('the grid is one stop for Tab; arrow keys move, Space chooses, Shift extends', async () => {
  const { user, save } = await open();
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  cell('Monday 00:00–00:30').focus();
  await user.keyboard('{ArrowRight}{ArrowDown}[Space]');
  expect(document.activeElement).toBe(cell('Tuesday 00:30–01:00'));
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(words()).toBe('Only Tue 00:30–02:00');
  await user.keyboard('{End}[Enter]');
  expect(await save()).toEqual(week(day(2, '00:30~02:00、23:30~00:00')));
});

test('everything can be chosen and cleared at once', async () => {
  const { user, save } = await open();
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(words()).toBe('Only Mon–Sun all day');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await save()).toEqual([]);
});
