import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';

const choices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: `Choice ${at}` }));

function Field({ of }: { of: FieldMeta }) {
  const [value, setValue] = useState<unknown>('c0');
  return (
    <>
      <ChoiceInput name="kind" aria-label="Kind" meta={of} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

const show = (count: number, over: Partial<FieldMeta>) =>
  renderPage({
    page: <Field of={meta({ type: 'choice', choices: choices(count), ...over })} />,
    routes: {},
  });

test.each([
  ['that is not required', { required: false }],
  ['that may be null', { required: true, nullable: true }],
])('a choice %s can be cleared', async (_what, over) => {
  const { screen, user } = await show(5, over);
  await user.click(await screen.findByRole('button'));
  expect(screen.getByRole('status').textContent).toBe('null');
});

test('a required choice can be changed but not cleared', async () => {
  const { screen, user } = await show(5, { required: true });
  const select = await screen.findByRole('combobox', { name: 'Kind' });
  expect(screen.queryByRole('button')).toBeNull();
  await user.click(select);
  await user.click(await screen.findByTitle('Choice 4'));
  expect(screen.getByRole('status').textContent).toBe('"c4"');
});

test('up to four choices are shown at once', async () => {
  const { screen, user } = await show(4, { required: true });
  await user.click(await screen.findByRole('radio', { name: 'Choice 3' }));
  expect(screen.getByRole('status').textContent).toBe('"c3"');
});

test('a choice that may be null is a list even with few choices', async () => {
  const { screen } = await show(2, { nullable: true });
  expect(await screen.findByRole('combobox', { name: 'Kind' })).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
