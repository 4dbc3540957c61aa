// @vitest-environment jsdom
import { fireEvent, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { Splitter } from '../kit/Splitter.tsx';
import { useModalDialog } from '../kit/useModalDialog.ts';
import { Card } from '../state/Card.tsx';
import { EmptyState } from '../state/EmptyState.tsx';
import { SkeletonRows } from '../state/SkeletonRows.tsx';
import { CopyButton } from './CopyButton.tsx';
import { SearchBox } from './SearchBox.tsx';
import { Segments } from './Segments.tsx';
import { Tick } from './Tick.tsx';

test('the Copy button copies its text to the clipboard', async () => {
  const { screen, user } = await renderPage({ page: <CopyButton text="10.0.0.1" />, routes: {} });
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('10.0.0.1'));
});

function Search({ start = '' }: { start?: string }) {
  const [text, setText] = useState(start);
  return <SearchBox label="Search assets" value={text} onChange={setText} />;
}

test('a search field is named by its placeholder and cleared by its button or Escape', async () => {
  const { screen, user } = await renderPage({ page: <Search />, routes: {} });
  const box = (await screen.findByRole('textbox', { name: 'Search assets' })) as HTMLInputElement;
  expect([box.placeholder, box.inputMode]).toEqual(['Search assets', 'search']);
  expect(screen.queryByRole('button')).toBeNull();
  await user.type(box, 'web');
  expect(box.value).toBe('web');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(box.value).toBe('');
  await user.type(box, 'db{Enter}');
  expect(box.value).toBe('db');
  await user.keyboard('{Escape}');
  expect(box.value).toBe('');
});

test('one segment of a group can be chosen', async () => {
  const onPick = vi.fn();
  const choices = [
    { value: 1, label: 'Day' },
    { value: 7, label: 'Week' },
  ];
  const screen = render(<Segments label="Range" value={7} choices={choices} onPick={onPick} />);
  screen.getByRole('radiogroup', { name: 'Range' });
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    false,
    true,
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Day' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith(1);
});

test('a checkbox shows a mixed state if only part of its content is checked', async () => {
  const onChange = vi.fn();
  const screen = render(<Tick label="All" isOn={false} isMixed onChange={onChange} />);
  const box = screen.getByRole('checkbox', { name: 'All' }) as HTMLInputElement;
  expect([box.checked, box.indeterminate]).toEqual([false, true]);
  await userEvent.click(box);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  screen.rerender(<Tick label="All" isOn disabled onChange={onChange} />);
  expect([box.checked, box.indeterminate, box.disabled]).toEqual([true, false, true]);
});

function Divided() {
  const [width, setWidth] = useState(244);
  return <Splitter label="Tree width" value={width} min={200} max={400} onChange={setWidth} />;
}

test('arrow keys move a divider, Home and End move it to its limits', async () => {
  const screen = render(<Divided />);
  const line = screen.getByRole('separator', { name: 'Tree width' });
  const width = () => Number(line.getAttribute('aria-valuenow'));
  expect(line.getAttribute('aria-orientation')).toBe('vertical');
  expect([line.getAttribute('aria-valuemin'), line.getAttribute('aria-valuemax')]).toEqual(['200', '400']);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(line);
  const widths: number[] = [];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowLeft', 'End', 'ArrowRight']) {
    await user.keyboard(`{${key}}`);
    widths.push(width());
  }
  expect(widths).toEqual([260, 244, 228, 200, 200, 400, 400]);
  expect(fireEvent.keyDown(line, { key: 'ArrowLeft' })).toBe(false);
  expect(fireEvent.keyDown(line, { key: 'a' })).toBe(true);
});

test('dragging a divider moves it until the pointer is released', () => {
  const screen = render(<Divided />);
  const line = screen.getByRole('separator');
  const captured = vi.fn();
  line.setPointerCapture = captured;
  const pointer = (type: string, clientX: number) =>
    fireEvent(line, new MouseEvent(type, { clientX, bubbles: true }));
  pointer('pointerdown', 250);
  expect(captured).toHaveBeenCalledOnce();
  pointer('pointermove', 300);
  expect(line.getAttribute('aria-valuenow')).toBe('294');
  pointer('pointerup', 300);
  pointer('pointermove', 350);
  expect(line.getAttribute('aria-valuenow')).toBe('294');
});

function Dialog() {
  const ref = useModalDialog();
  return (
    <dialog ref={ref}>
      <input aria-label="First" />
      <input aria-label="Wanted" data-focus="" />
    </dialog>
  );
}

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Toggle
      </button>
      {isOpen && <Dialog />}
    </>
  );
}

test('a dialog opens as a modal with the focus inside and restores the focus when it closes', () => {
  const calls: string[] = [];
  const { prototype } = HTMLDialogElement;
  const own = { showModal: prototype.showModal, close: prototype.close };
  prototype.showModal = function show() {
    this.open = true;
    calls.push('show');
  };
  prototype.close = () => calls.push('close');
  try {
    const screen = render(<Opener />);
    const toggle = screen.getByRole('button', { name: 'Toggle' });
    toggle.focus();
    fireEvent.click(toggle);
    expect(calls).toEqual(['show']);
    expect(document.activeElement).toBe(screen.getByLabelText('Wanted'));
    fireEvent.click(toggle);
    expect(calls).toEqual(['show', 'close']);
    expect(document.activeElement).toBe(toggle);
  } finally {
    Object.assign(prototype, own);
  }
});

test('a card has a header only if it has a title or extra content', () => {
  const screen = render(
    <>
      <Card title="Basic" extra={<i>extra</i>} className="own">
        body
      </Card>
      <Card flush>flush</Card>
      <Card extra={<i>alone</i>} />
    </>,
  );
  const [first, flush, alone] = [...screen.container.querySelectorAll('section')];
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Basic');
  expect(first?.className).toContain('own');
  expect(first?.className).not.toContain('undefined');
  expect(first?.querySelector('header')?.textContent).toBe('Basicextra');
  expect(first?.lastElementChild?.tagName).toBe('DIV');
  expect([flush?.querySelector('header'), flush?.querySelector('div')]).toEqual([null, null]);
  expect(alone?.querySelector('header')?.textContent).toBe('alone');
  expect(alone?.className.trim().split(' ')).toHaveLength(1);
});

test('an empty state shows its icon, otherwise its drawing, otherwise the open gate', () => {
  const drawn = (props: Omit<Parameters<typeof EmptyState>[0], 'title'>) => {
    const { container } = render(<EmptyState title="Nothing" {...props} />);
    return [container.querySelector('svg') && 'gate', container.textContent].filter(Boolean).join(' ');
  };
  expect(drawn({})).toBe('gate Nothing');
  expect(drawn({ art: 'Art ' })).toBe('Art Nothing');
  expect(drawn({ art: 'Art ', icon: 'Icon ' })).toBe('Icon Nothing');
  expect(drawn({ text: ' yet', actions: <button type="button">Add</button> })).toBe('gate Nothing yetAdd');
});

test('skeleton rows match the rows and columns being loaded and fade out', () => {
  const { container } = render(<SkeletonRows rows={3} columns={2} />);
  const rows = [...(container.firstElementChild?.children ?? [])] as HTMLElement[];
  expect(rows.map((row) => row.children.length)).toEqual([2, 2, 2]);
  expect(rows.map((row) => Number(row.style.opacity))).toEqual([1, 0.8, 0.6]);
  const widths = rows.map((row) => [...row.children].map((cell) => (cell as HTMLElement).style.width));
  expect(widths[0]?.[1]).toBe(widths[1]?.[0]);
  expect(render(<SkeletonRows />).container.querySelectorAll('span')).toHaveLength(32);
});
