import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta } from '../../../test/domains.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { SelectorInput } from '../../engine/fields/selector/SelectorInput.tsx';
import { ResourceInputs } from './ResourceInputs.tsx';

const ASSETS = '/api/v1/assets/assets/';
const none = { count: 0, next: null, previous: null, results: [] };
const categories = [
  { value: 'host', label: 'Hosts', types: [{ value: 'linux', label: 'Linux' }] },
  { value: 'device', label: 'Devices', types: [{ value: 'switch', label: 'Switch' }] },
];

function Rules() {
  const [value, setValue] = useState<unknown>({ type: 'attrs', attrs: [] });
  const related = { url: ASSETS, attrs: [] };
  return (
    <ResourceInputs>
      <SelectorInput
        name="assets"
        meta={meta({ label: 'Assets', related })}
        value={value}
        onChange={setValue}
      />
      <output aria-label="Rules">{JSON.stringify((value as { attrs: unknown }).attrs)}</output>
    </ResourceInputs>
  );
}

test.each([
  ['Category', 'Devices', { name: 'category', match: 'in', value: ['device'] }],
  ['Type', 'Switch', { name: 'type', match: 'in', value: ['switch'] }],
])('assets are chosen by %s', async (attribute, choice, rule) => {
  const { screen, user } = await renderPage({
    page: <Rules />,
    routes: {
      ...answerTo('GET /api/v1/assets/categories/', categories as never),
      [`GET ${ASSETS}`]: none,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add rule' }));
  await user.click(screen.getByRole('combobox', { name: 'Attribute of rule 1' }));
  await user.click(await screen.findByTitle(attribute));
  await user.click(await screen.findByRole('combobox', { name: 'Value of rule 1' }));
  await user.click(await screen.findByTitle(choice));
  expect(JSON.parse(screen.getByRole('status', { name: 'Rules' }).textContent ?? '')).toEqual([rule]);
});
