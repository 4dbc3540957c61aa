// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../test/domains.ts';
import { answer } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { UserSetting } from './UserSetting.tsx';

const URL = '/api/v1/users/preference/';
const PATCHES = {
  lina: {
    basic: meta({
      label: 'Basic',
      type: 'nested object',
      children: {
        has_secret_key: meta({ label: 'Is set', type: 'boolean', read_only: true }),
        secret_key: meta({ label: 'File password', kind: 'secret', write_only: true }),
        secret_key_again: meta({ label: 'File password again', kind: 'secret', write_only: true }),
      },
    }),
  },
  luna: {
    command_line: meta({
      label: 'Command line',
      type: 'nested object',
      children: { font_size: meta({ label: 'Font size', type: 'integer', min_value: 1 }) },
    }),
  },
  koko: {},
};
const stored: Record<string, AnswerOf<Calls[`GET ${typeof URL}`]>> = {
  lina: { basic: { has_secret_key: false } },
  luna: { command_line: { font_size: 14 } },
  koko: {},
};
type Category = keyof typeof PATCHES;

const open = (refusal?: unknown) =>
  renderPage({
    page: <UserSetting />,
    routes: {
      [`OPTIONS ${URL}`]: ({ query }: { query: { category: Category } }) =>
        optionsOf({ PATCH: PATCHES[query.category] }),
      ...answerTo(`GET ${URL}`, ({ query }) => stored[query.category ?? ''] ?? {}),
      ...answerTo(`PATCH ${URL}`, refusal ? answer(400, refusal) : {}),
    },
  });

test('A-2.7-003 preferences of each program start with what is stored and are saved', async () => {
  const { screen, user, server } = await open();
  await user.click(await screen.findByRole('tab', { name: 'Web terminal' }));
  // The input itself is loaded when first shown.
  const size = await screen.findByDisplayValue('14');
  expect(screen.getByLabelText(/^Font size/)).toBe(size);
  await user.clear(size);
  await user.type(size, '18');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findByText('Saved');
  const [call] = server.calls('PATCH', URL);
  expect([call?.query, call?.body]).toEqual([{ category: 'luna' }, { command_line: { font_size: 18 } }]);
});

test('A-2.7-003 a secret is sent encrypted, and the reason for a refusal is shown', async () => {
  const { screen, user, server } = await open({
    basic: { secret_key_again: ['The two entries do not match'] },
  });
  await user.click(await screen.findByRole('tab', { name: 'Console' }));
  await user.type(await screen.findByLabelText(/^File password(?! again)/), 'one');
  await user.type(screen.getByLabelText(/^File password again/), 'two');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('The two entries do not match')).toBeTruthy();
  await waitFor(() =>
    expect(server.calls('PATCH', URL)[0]?.body).toEqual({
      basic: { secret_key: 'encrypted:one', secret_key_again: 'encrypted:two' },
    }),
  );
});
