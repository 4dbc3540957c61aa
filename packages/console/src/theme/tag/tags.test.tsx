// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { Avatar } from '../icon/Avatar.tsx';
import { Glyph, type GlyphName } from '../icon/Glyph.tsx';
import { CountBadge } from './CountBadge.tsx';
import { LabelTag } from './LabelTag.tsx';
import { Pill } from './Pill.tsx';
import { PrivilegeTag } from './PrivilegeTag.tsx';
import { StatusText } from './StatusText.tsx';

const drawing = (node: React.ReactNode) => render(node).container.querySelector('svg')?.innerHTML;

test.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('a badge for %s shows %j', (count, text) => {
  expect(render(<CountBadge count={count} tone="bad" />).container.textContent).toBe(text);
});

test('every status has its own glyph, so that none relies on colour alone', () => {
  const names: GlyphName[] = [
    ...(['ok', 'run', 'wait', 'warn', 'bad', 'off', 'done', 'paused', 'unknown', 'stopped'] as const),
  ];
  const drawings = names.map((name) => drawing(<Glyph name={name} />));
  expect(new Set(drawings).size).toBe(names.length);
});

test.each([
  ['text', StatusText],
  ['a pill', Pill],
])('a status shown as %s uses the glyph of its kind unless given another', (_what, Status) => {
  expect(drawing(<Status kind="bad">Off</Status>)).toBe(drawing(<Glyph name="bad" />));
  expect(
    drawing(
      <Status kind="ok" glyph="done">
        Done
      </Status>,
    ),
  ).toBe(drawing(<Glyph name="done" />));
});

test('a status colours its text unless it is good', () => {
  const classOf = (node: React.ReactNode) => {
    render(node);
    return screen.getByText('State').className;
  };
  expect(classOf(<StatusText kind="ok">State</StatusText>)).toBe('');
  document.body.replaceChildren();
  expect(classOf(<StatusText kind="warn">State</StatusText>)).not.toBe('');
  document.body.replaceChildren();
  const plain = (
    <StatusText kind="warn" plain>
      State
    </StatusText>
  );
  expect(classOf(plain)).toBe('');
});

test.each([
  ['env:prod', 'env', 'prod'],
  ['url:http://x:80', 'url', 'http://x:80'],
  ['plain', 'plain', undefined],
])('the label %s is shown as name and value, with the full label as tooltip', (value, name, text) => {
  const { container } = render(<LabelTag value={value} />);
  expect(container.querySelector('span > span')?.textContent).toBe(name);
  expect(container.querySelector('b')?.textContent).toBe(text);
  expect(container.querySelector('span')?.title).toBe(value);
});

test('a privileged account is marked by a word, or by a key icon named by that word', async () => {
  const { screen } = await renderPage({
    page: (
      <>
        <PrivilegeTag />
        <PrivilegeTag bare />
      </>
    ),
    routes: {},
  });
  expect(await screen.findAllByText('Privileged')).toHaveLength(1);
  expect(screen.getAllByRole('img', { name: 'Privileged' })).toHaveLength(1);
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  king  lovelace ', 'AL'],
  ['root', 'R'],
  ['王小明', '王'],
  ['', ''],
])('the avatar of %j shows the initials %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials);
});

test('a label without a name keeps its value', () => {
  expect(render(<LabelTag value=":prod" />).container.querySelector('b')?.textContent).toBe('prod');
});
