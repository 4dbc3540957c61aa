import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { meta } from '../../../test/domains.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { SelectorInput } from '../../engine/fields/selector/SelectorInput.tsx';
import { useRelatedInputs } from '../../engine/select/RelatedInputs.tsx';
import { ResourceInputs } from './ResourceInputs.tsx';

const ASSETS = '/api/v1/assets/assets/';
const USERS = '/api/v1/users/users/';
const constraints = {
  charset_enabled: false,
  domain_enabled: true,
  su_enabled: false,
  protocols: [],
  automation: {},
};
const category = <Name extends 'host' | 'device'>(value: Name, label: string, type: string) => ({
  value,
  label,
  types: [{ value: type.toLowerCase(), label: type, category: value, constraints }],
});
const categories = [category('host', 'Hosts', 'Linux'), category('device', 'Devices', 'Switch')];

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
      ...answerTo('GET /api/v1/assets/categories/', categories),
      ...listOf(asset, []),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add rule' }));
  await user.click(screen.getByRole('combobox', { name: 'Attribute of rule 1' }));
  await user.click(await screen.findByTitle(attribute));
  await user.click(await screen.findByRole('combobox', { name: 'Value of rule 1' }));
  await user.click(await screen.findByTitle(choice));
  expect(JSON.parse(screen.getByRole('status', { name: 'Rules' }).textContent ?? '')).toEqual([rule]);
});

/**
 * Lists the rule attributes that a form would offer for a collection, and says whether the collection has an
 * input of its own.
 */
function Offered({ url }: { url: string }) {
  const { selectors, inputs } = useRelatedInputs();
  const told = selectors?.[url]?.().map(({ name, label, type, inTable, url: from, has, options }) =>
    [
      `${name}: ${label} (${type}${inTable ? ', shown' : ''})`,
      ...(from ? [from] : []),
      ...(has === undefined ? [] : [`has ${has}`]),
      ...(options ?? []).map((option) => `${option.value}=${option.label}`),
    ].join(' '),
  );
  return <output>{JSON.stringify({ told, isKnown: url in inputs })}</output>;
}
const offeredFor = async (url: string, caller: Caller = {}) => {
  const { screen } = await renderPage({
    page: (
      <ResourceInputs>
        <Offered url={url} />
      </ResourceInputs>
    ),
    caller,
    routes: answerTo('GET /api/v1/assets/categories/', categories),
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
  return () => JSON.parse(screen.getByRole('status').textContent ?? '');
};

test('rules about assets offer the attributes of assets', async () => {
  const offered = await offeredFor(ASSETS);
  await waitFor(() =>
    expect(offered().told).toEqual([
      'name: Name (str, shown)',
      'address: Address (ip, shown)',
      'nodes: Nodes (m2m) /api/v1/assets/nodes/',
      'platform: Platform (fk, shown) /api/v1/assets/platforms/',
      'category: Category (select, shown) host=Hosts device=Devices',
      'type: Type (select, shown) linux=Linux switch=Switch',
      'labels: Labels (m2m) /api/v1/labels/labels/',
      'comment: Comment (str)',
    ]),
  );
  expect(offered().isKnown).toBe(true);
});

test.each([
  ['with a licence', { hasLicence: true }, true],
  ['without one', {}, false],
  ['over all organizations', { hasLicence: true, isRoot: true }, false],
])(
  'rules about users offer their attributes, organization roles only in a licensed organization: %s',
  async (_where, caller, has) => {
    const offered = await offeredFor(USERS, caller);
    expect(offered()).toEqual({
      isKnown: true,
      told: [
        'name: Name (str, shown)',
        'username: Username (str, shown)',
        'email: Email (str, shown)',
        'comment: Comment (str)',
        'is_active: Active (bool)',
        'is_first_login: Has not signed in yet (bool)',
        'system_roles: System roles (m2m) /api/v1/rbac/system-roles/',
        `org_roles: Organization roles (m2m) /api/v1/rbac/org-roles/ has ${has}`,
        'groups: User groups (m2m, shown) /api/v1/users/groups/',
      ],
    });
  },
);

function Users({ multiple }: { multiple: boolean }) {
  const Input = useRelatedInputs().inputs[USERS]!;
  return <Input name="users" meta={meta({ label: 'Users' })} url={USERS} multiple={multiple} />;
}

test.each([
  ['several users are chosen in a dual list', true, 'button'],
  ['one user is chosen in a select', false, 'combobox'],
])('%s', async (_how, multiple, role) => {
  const { screen } = await renderPage({
    page: (
      <ResourceInputs>
        <Users multiple={multiple} />
      </ResourceInputs>
    ),
    routes: { ...answerTo('GET /api/v1/assets/categories/', []), ...listOf(user, []) },
  });
  expect(await screen.findByRole(role)).toBeTruthy();
});
