// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dialogNamed } from '../../../../test/actionsShown.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { AutomationInput, METHODS_URL } from './AutomationInput.tsx';
import type { Constraints } from './useConstraints.ts';

type Values = NonNullable<Parameters<typeof AutomationInput>[0]['value']>;

const constraints = {
  automation: {
    ansible_enabled: true,
    ping_enabled: true,
    ping_methods: [
      { id: 'ping_posix', name: 'POSIX' },
      { id: 'ping_ssh', name: 'SSH' },
    ],
    push_account_enabled: false,
  },
} as unknown as Constraints;

type FieldProps = {
  start: Values;
  onSeen: (values: Values) => void;
  constraints?: Constraints;
  disabled?: boolean;
};

function Field({ start, onSeen, ...over }: FieldProps) {
  const [value, setValue] = useState(start);
  return (
    <AutomationInput
      name="automation"
      meta={meta({ children: { ansible_enabled: meta({ label: 'Automation' }) } })}
      value={value}
      constraints={constraints}
      {...over}
      onChange={(next) => {
        onSeen(next as Values);
        setValue(next as Values);
      }}
    />
  );
}

const open = async (start: Values, over: { constraints?: Constraints; disabled?: boolean } = {}) => {
  const seen: { values: Values } = { values: start };
  const keep = (values: Values) => {
    seen.values = values;
  };
  const { user } = await renderPage({
    page: <Field start={start} onSeen={keep} {...over} />,
    routes: {
      [`OPTIONS ${METHODS_URL}`]: optionsOf({
        GET: { ping_posix: meta({ label: 'POSIX', children: { count: meta({ label: 'Count' }) } }) },
      }),
    },
  });
  return { user, seen };
};
const toggle = (name: string) => screen.getByRole('switch', { name });

test('automations can be set only if automation is on and the platform type supports them', async () => {
  const { user, seen } = await open({ ansible_enabled: false });
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  await user.click(toggle('Automation'));
  expect(seen.values).toEqual({ ansible_enabled: true });
  const names = screen.getAllByRole('switch').map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual([
    'Automation',
    'Test connectivity',
    'Collect facts',
    'Change secrets',
    'Push accounts',
    'Verify accounts',
    'Collect accounts',
  ]);
  expect(toggle('Test connectivity')).toHaveProperty('disabled', false);
  expect(toggle('Push accounts')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('combobox', { name: 'Method: Test connectivity' })).toBeNull();
});

test('choosing another automation method resets its parameters', async () => {
  const { user, seen } = await open({ ansible_enabled: true });
  await user.click(toggle('Test connectivity'));
  expect(seen.values).toEqual({ ansible_enabled: true, ping_enabled: true });
  await user.click(screen.getByRole('combobox', { name: 'Method: Test connectivity' }));
  await user.click(await screen.findByTitle('SSH'));
  expect(seen.values).toMatchObject({ ping_enabled: true, ping_method: 'ping_ssh', ping_params: {} });
});

test('the parameters of an automation method are edited in a dialog', async () => {
  const { user, seen } = await open({
    ansible_enabled: true,
    ping_enabled: true,
    ping_method: 'ping_posix',
    ping_params: { count: '3' },
  });
  const button = screen.getByRole('button', { name: 'Parameters: Test connectivity' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await user.click(button);
  const dialog = await dialogNamed('Parameters: Test connectivity');
  const field = await dialog.findByLabelText('Count');
  expect(field).toHaveProperty('value', '3');
  await user.clear(field);
  await user.type(field, '5');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(seen.values).toMatchObject({ ping_params: { count: '5' }, ping_enabled: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what no runner can do is not switched on; a stored method of that kind is named and can be switched off', async () => {
  const allowed = { change_secret_enabled: true, change_secret_methods: [], push_account_enabled: true };
  const automation = { ...constraints.automation, ...allowed, push_account_methods: [] };
  const method = 'change_secret_by_ssh';
  const { user, seen } = await open(
    { ansible_enabled: true, change_secret_enabled: true, change_secret_method: method },
    { constraints: { ...constraints, automation } as Constraints },
  );
  expect(toggle('Push accounts')).toHaveProperty('disabled', true);
  expect(screen.getByText(`${method} (no runner carries it out)`)).toBeTruthy();
  await user.click(toggle('Change secrets'));
  expect(seen.values).toMatchObject({ change_secret_enabled: false });
});

test('an automation method without parameters has nothing to edit', async () => {
  await open({ ansible_enabled: true, ping_enabled: true, ping_method: 'ping_ssh' });
  expect(screen.getByRole('button', { name: 'Parameters: Test connectivity' })).toHaveProperty(
    'disabled',
    true,
  );
});

test.each([
  ['if the platform type does not support it', { constraints: {} as Constraints }],
  ['while the form is disabled', { disabled: true }],
])('automation cannot be changed %s', async (_when, over) => {
  await open({ ansible_enabled: true, ping_enabled: true }, over);
  for (const each of screen.getAllByRole('switch')) expect(each).toHaveProperty('disabled', true);
  expect(within(document.body).getByRole('switch', { name: 'Automation' }).getAttribute('aria-checked')).toBe(
    'true',
  );
});
