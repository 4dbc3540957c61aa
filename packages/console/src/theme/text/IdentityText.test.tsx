// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { IdentityText } from './IdentityText.tsx';
import { identityOf, readable, shortName } from './identity.ts';

test.each([
  ['Ann Lee(ann)', { name: 'Ann Lee', detail: 'ann' }],
  ['Ann (Ops)(ann)', { name: 'Ann (Ops)', detail: 'ann' }],
  ['web-01 (10.0.0.5)', { name: 'web-01', detail: '10.0.0.5' }],
  ['root(root)', { name: 'root' }],
  ['System()', { name: 'System' }],
  ['(ann)', { name: '(ann)' }],
  ['ann', { name: 'ann' }],
  ['', { name: '' }],
])('a name in a log has two parts, said once where they are the same: %s', (text, parts) => {
  expect(identityOf(text)).toEqual(parts);
  expect(shortName(text)).toBe(parts.name);
});

test.each([
  ['Ann Lee(ann)', 'Ann Lee (ann)'],
  ['web(blue)(10.0.0.1)', 'web(blue) (10.0.0.1)'],
  ['root(root)', 'root'],
  ['System()', 'System'],
  ['ann', 'ann'],
])('a name in a log reads with a space before its detail: %s', (text, read) => {
  expect(readable(text)).toBe(read);
});

test('the name comes first, its detail follows in grey', () => {
  const { container } = render(<IdentityText>Ann Lee(ann)</IdentityText>);
  expect(container.textContent).toBe('Ann Lee ann');
  expect(screen.getByText('ann').className).toContain('mono');
});

test('only the name is a link', () => {
  render(<IdentityText link={(name) => <a href="/ann">{name}</a>}>Ann Lee(ann)</IdentityText>);
  expect(screen.getByRole('link').textContent).toBe('Ann Lee');
});

const sized = (element: Element, sizes: Partial<Record<keyof Element, number>>) => {
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(element, name, { value, configurable: true });
};

test.each([
  ['a detail on the hidden second line', { scrollHeight: 40, clientHeight: 20 }, {}],
  ['a cut name', {}, { scrollWidth: 200, clientWidth: 100 }],
])('a tooltip shows both parts for %s', async (_, whole, name) => {
  render(<IdentityText>Ann Lee(ann)</IdentityText>);
  const first = screen.getByText('Ann Lee');
  const text = first.parentElement as HTMLElement;
  sized(text, whole);
  sized(first, name);
  fireEvent.mouseEnter(text);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Ann Lee (ann)');
  fireEvent.mouseLeave(text);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('a name that fits has no tooltip', () => {
  render(<IdentityText>root(root)</IdentityText>);
  const first = screen.getByText('root');
  fireEvent.mouseEnter(first.parentElement as HTMLElement);
  expect(screen.queryByRole('tooltip')).toBeNull();
});
