// @vitest-environment jsdom
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ComboboxInput, ComboboxList, ComboboxOption } from './ComboboxParts.tsx';
import { useCombobox } from './useCombobox.ts';

const all = ['web-01', 'web-02', 'db-01'].map((id) => ({ id }));

function Finder() {
  const [text, setText] = useState('');
  const combobox = useCombobox(all.filter(({ id }) => id.includes(text)));
  return (
    <>
      <ComboboxInput
        of={combobox}
        aria-label="Asset"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => combobox.moveBy(event)}
      />
      <ComboboxList of={combobox} aria-label="Assets">
        {combobox.lines.map((line) => (
          <ComboboxOption key={line.id} of={combobox} line={line}>
            {line.id}
          </ComboboxOption>
        ))}
      </ComboboxList>
    </>
  );
}

const open = () => {
  const screen = render(<Finder />);
  const field = screen.getByRole('combobox', { name: 'Asset' });
  const chosen = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const selected = () => screen.queryAllByRole('option', { selected: true }).map((line) => line.textContent);
  return { screen, user: userEvent.setup(), field, chosen, selected };
};

test('the first line is chosen, arrow keys wrap around, and the field keeps the focus', async () => {
  const { user, field, chosen, selected } = open();
  expect(chosen()).toBe('web-01');
  await user.click(field);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe('db-01');
  expect(selected()).toEqual(['db-01']);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toBe('web-02');
  expect(document.activeElement).toBe(field);
});

test('the pointer chooses without taking the focus; a choice that is filtered out gives way to the first', async () => {
  const { screen, user, field, chosen } = open();
  await user.click(field);
  await user.click(screen.getByText('web-02'));
  expect(chosen()).toBe('web-02');
  expect(document.activeElement).toBe(field);
  await user.keyboard('db');
  expect(chosen()).toBe('db-01');
  await user.keyboard('x');
  expect(field.getAttribute('aria-expanded')).toBe('false');
});
