// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { formatAbsolute, toWireTime } from '../../platform/time/time.ts';
import { Spinner } from '../state/Spinner.tsx';
import { Dash } from './Dash.tsx';
import { OverflowText } from './OverflowText.tsx';
import { TimeText } from './TimeText.tsx';

test('a missing value is shown as a dash, with a text for screen readers', async () => {
  await renderPage({
    page: (
      <>
        <Dash />
        <Dash text="Never used" />
      </>
    ),
    routes: {},
  });
  expect(await screen.findAllByText('–')).toHaveLength(2);
  for (const dash of screen.getAllByText('–')) expect(dash.getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('none').className).toBe('visually-hidden');
  expect(screen.getByText('Never used').className).toBe('visually-hidden');
});

const cut = (content: number) => {
  const text = screen.getByText('A long name');
  Object.defineProperty(text, 'scrollWidth', { value: content, configurable: true });
  Object.defineProperty(text, 'clientWidth', { value: 100, configurable: true });
  return text;
};

test('truncated text shows in full on hover or focus', async () => {
  render(<OverflowText className="own">A long name</OverflowText>);
  const text = cut(101);
  expect(text.className.split(' ')).toEqual(['ell', 'own']);
  fireEvent.mouseEnter(text);
  expect((await screen.findByRole('tooltip')).textContent).toBe('A long name');
  fireEvent.mouseLeave(text);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  fireEvent.focus(text);
  await screen.findByRole('tooltip');
  fireEvent.blur(text);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('text that fits has no tooltip, and truncated text can have a custom one', async () => {
  render(<OverflowText title="All of it">A long name</OverflowText>);
  fireEvent.mouseEnter(cut(100));
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.mouseLeave(cut(100));
  fireEvent.mouseEnter(cut(200));
  expect((await screen.findByRole('tooltip')).textContent).toBe('All of it');
});

const showTime = async (value: string | null, relative = false) => {
  await renderPage({ page: <TimeText value={value} relative={relative} />, routes: {} });
  await vi.waitFor(() => expect(document.querySelector('time, .t3')).not.toBeNull());
  return document.querySelector('time');
};
const tipOf = async (time: Element | null) => {
  fireEvent.mouseEnter(time as Element);
  return (await screen.findByRole('tooltip')).textContent;
};

test('a page can show a time in the past week as relative, with date and time zone in a tooltip', async () => {
  const at = dayjs().subtract(3, 'hour');
  const time = await showTime(toWireTime(at), true);
  expect(time?.textContent).toBe('3 hours ago');
  expect(time?.dateTime).toBe(at.millisecond(0).toISOString());
  expect(await tipOf(time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .+/);
});

test('B-9-025 a time is shown as date and time, with the relative time in a tooltip', async () => {
  const near = dayjs().subtract(3, 'hour');
  const time = await showTime(toWireTime(near));
  expect(time?.textContent).toBe(formatAbsolute(near));
  expect(await tipOf(time)).toMatch(/ · 3 hours ago$/);
});

test('a date long ago has no relative time in its tooltip', async () => {
  const time = await showTime('2021/01/02 03:04:05 +0000');
  expect(await tipOf(time)).not.toContain('·');
});

test('a missing time is shown as a dash', async () => {
  expect(await showTime(null)).toBeNull();
  expect(screen.getByText('–')).toBeTruthy();
});

test('a relative time is updated as time passes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const rendered = await renderPage({
    page: <TimeText value={toWireTime(dayjs().subtract(59, 'minute'))} relative />,
    routes: {},
  });
  await vi.waitFor(() => expect(rendered.screen.getByText('59 minutes ago')).toBeTruthy());
  act(() => void vi.advanceTimersByTime(60_000));
  expect(rendered.screen.getByText('1 hour ago')).toBeTruthy();
});

test('a spinner appears only after 300 milliseconds', () => {
  vi.useFakeTimers();
  const { container, unmount } = render(<Spinner />);
  const ring = () => container.querySelector('[aria-hidden]');
  act(() => void vi.advanceTimersByTime(299));
  expect(ring()).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(ring()).not.toBeNull();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
