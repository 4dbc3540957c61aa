// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { openRoute } from '../../../../test/openRoute.tsx';

const url = '/api/v1/xpack/interface/setting/';
const choices = ['classic_green', 'teal', 'custom'].map((value) => ({ value, label: value }));
const PUT = {
  login_title: meta({ label: 'Title', required: true }),
  theme: meta({ kind: 'choice', type: 'choice', label: 'Theme', choices }),
  theme_color: meta({ label: 'Colour' }),
  // The limit is that of the stored address, shorter than any file.
  logo_index: meta({ label: 'Console logo', max_length: 3 }),
  logo_logout: meta({ label: 'Sign-in logo', max_length: 3 }),
  favicon: meta({ label: 'Icon', max_length: 3 }),
  login_image: meta({ label: 'Picture', max_length: 3 }),
  footer_content: meta({ label: 'Footer', multiline: true }),
};
const stored = {
  login_title: 'Gatehouse',
  theme: 'classic_green',
  theme_info: {},
  theme_color: '',
  logo_index: '/static/mark.svg',
  logo_logout: '/media/settings/a.png',
  favicon: '/static/mark.svg',
  login_image: '/static/arches.svg',
  footer_content: '',
};

const history = [
  {
    ...{ name: 'INTERFACE_LOGIN_TITLE', initial: 'Usual title', changed_by: 'Olga Brandt' },
    date_changed: '2026/11/28 05:00:00 +0000',
  },
  {
    ...{ name: 'INTERFACE_LOGO_LOGOUT', initial: '', changed_by: 'Ann Lee' },
    date_changed: '2026/11/28 05:00:00 +0000',
  },
  { name: 'INTERFACE_FOOTER', initial: '', changed_by: '', date_changed: null },
];

const open = async (routes: Record<string, unknown> = {}) => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  return openRoute('Interface', {
    routes: {
      [`OPTIONS ${url}`]: optionsOf({ PUT }),
      ...answerTo('GET /api/v1/xpack/interface/setting/', stored),
      ...answerTo('GET /api/v1/settings/history/', history),
      ...routes,
    },
  });
};

test('A-2.6-023 A-2.6-047 texts, chosen pictures and pictures taken away are sent, others are not', async () => {
  const sent: FormData[] = [];
  const { user, platform } = await open({
    [`PUT ${url}`]: ({ body }: { body: FormData }) => {
      sent.push(body);
      return { ...stored, login_title: 'Acme', favicon: '/media/settings/b.png' };
    },
  });
  const title = await page.findByLabelText(/^Title/);
  await user.clear(title);
  await user.type(title, 'Acme');
  const icon = new File(['png'], 'icon.png', { type: 'image/png' });
  await user.upload(page.getByLabelText(/^Icon/), icon);
  await user.click(page.getByRole('button', { name: 'Remove Sign-in logo' }));
  expect(page.queryByRole('button', { name: 'Remove Console logo' })).toBeNull();
  await user.click(page.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    login_title: 'Acme',
    logo_logout: '',
    favicon: icon,
  });
  expect(sent[0]?.has('logo_index')).toBe(false);
  await waitFor(() => expect(platform.session.get().settings.INTERFACE?.login_title).toBe('Acme'));
});

test('a theme is shown before it is saved, with its contrast in light and dark, and ends with the page', async () => {
  const { user, platform } = await open();
  await user.click(await page.findByRole('radio', { name: 'custom' }));
  const colour = await page.findByLabelText(/^Colour/);
  await user.type(colour, '#ffd400');
  const shown = () => platform.session.get().settings.INTERFACE?.theme_info?.colors?.['--color-primary'];
  await waitFor(() => expect(shown()).toBe('#ffd400'));
  expect(page.getByText(/^Light theme: contrast 1\.\d:1 is too low, so #\w+ is used/)).toBeTruthy();
  expect(page.getByText(/^Dark theme: contrast \d+(\.\d)?:1$/)).toBeTruthy();
  await user.click(page.getByRole('radio', { name: 'teal' }));
  await waitFor(() => expect(shown()).toBe('#0e7c86'));
  expect(page.queryByLabelText(/^Colour/)).toBeNull();
  cleanup();
  await waitFor(() => expect(shown()).toBeUndefined());
});

test('a refusal stands on its picture', async () => {
  const { user } = await open({
    [`PUT ${url}`]: answer(400, { favicon: ['Only PNG and JPEG pictures are accepted.'] }),
  });
  await user.upload(
    await page.findByLabelText(/^Icon/),
    new File(['<svg/>'], 'x.png', { type: 'image/png' }),
  );
  await user.click(page.getByRole('button', { name: 'Submit' }));
  expect(await page.findByText('Only PNG and JPEG pictures are accepted.')).toBeTruthy();
});

test('the look of the product is restored after a question', async () => {
  const { user, server, platform } = await open(
    answerTo('PUT /api/v1/xpack/interface/setting/restore/', { success: 'Restored' }),
  );
  await user.click(await page.findByRole('button', { name: 'Restore defaults' }));
  const asked = () => platform.dialogs.store.get().pending[0];
  await waitFor(() => expect(asked()).toMatchObject({ question: { danger: true } }));
  expect(server.calls('PUT', `${url}restore/`)).toEqual([]);
  const question = asked();
  if (question?.kind === 'confirm') question.settle(true);
  await waitFor(() => expect(server.calls('PUT', `${url}restore/`)).toHaveLength(1));
});

test('what differs from the product says so, and who changed it last; a text is set back alone', async () => {
  const { user } = await open();
  const title = await page.findByLabelText<HTMLInputElement>(/^Title/);
  await page.findByText(/Olga Brandt/);
  page.getByText(/Ann Lee/);
  expect(page.getAllByText('Changed from default')).toHaveLength(1);
  await user.click(page.getByRole('button', { name: 'Reset Title to default' }));
  expect(title.value).toBe('Usual title');
  expect(page.queryByText('Changed from default')).toBeNull();
});
