// @vitest-environment jsdom
import type { ShownSettingPanel } from '@gatehouse/contract/calls/settings.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../../test/domains.ts';
import { answer, type Seen } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';

const url = '/api/v1/settings/setting/';
const text = (label: string, over: Partial<FieldMeta> = {}) => meta({ kind: 'text', label, ...over });
const secret = (label: string) => text(label, { kind: 'secret', write_only: true });
const phone = text('Test phone number', { kind: 'phone' });

/** Settings of each category of the page. */
const metas: Record<string, Record<string, FieldMeta>> = {
  email: { EMAIL_FROM: text('Sender'), EMAIL_RECIPIENT: text('Test recipient') },
  email_content: { EMAIL_CUSTOM_USER_CREATED_SUBJECT: text('Subject') },
  webhook: { WEBHOOK_URL: text('URL'), WEBHOOK_SECRET: secret('Secret') },
  sms: {
    SMS_BACKEND: text('Provider', {
      type: 'choice',
      kind: 'choice',
      choices: [
        { value: 'alibaba', label: 'Alibaba Cloud' },
        { value: 'custom', label: 'Custom' },
      ],
    }),
  },
  alibaba: { ALIBABA_ACCESS_KEY_SECRET: secret('Access key secret'), SMS_TEST_PHONE: phone },
  custom: { CUSTOM_SMS_URL: text('Address'), SMS_TEST_PHONE: phone },
};
const stored: Record<string, Record<string, unknown>> = {
  email: { EMAIL_FROM: 'gate@example.com', EMAIL_RECIPIENT: '' },
  email_content: { EMAIL_CUSTOM_USER_CREATED_SUBJECT: '' },
  webhook: { WEBHOOK_URL: 'https://old.example.com/' },
  sms: { SMS_BACKEND: 'alibaba' },
  alibaba: { SMS_TEST_PHONE: { code: '+86', phone: 13_800_000_000 } },
  custom: { CUSTOM_SMS_URL: '', SMS_TEST_PHONE: null },
};

const panelOf = (name: ShownSettingPanel['name'], tab: string, title: string): ShownSettingPanel => {
  const settings = Object.entries(metas[name] ?? {}).map(([key, { label }]) => ({ name: key, label }));
  const dialog = name === 'alibaba' || name === 'custom';
  const groups = [{ name: 'basic', title: 'Basic', settings }];
  return { name, category: name, page: 'msg', tab, title, dialog, can_change: true, groups };
};
const panels = [
  panelOf('email', 'Email', 'Email'),
  panelOf('email_content', 'EmailContent', 'New user mail'),
  panelOf('sms', 'SMS', 'SMS'),
  panelOf('alibaba', 'SMS', 'Alibaba Cloud SMS'),
  panelOf('custom', 'SMS', 'Custom SMS service'),
  panelOf('webhook', 'Webhook', 'Webhook'),
];

const open = (tab: string, routes: Record<string, unknown> = {}, query: Record<string, string> = {}) =>
  openRoute('Msg', {
    tab,
    query,
    caller: { perms: allBut('settings.change_systemmsgsubscription') },
    routes: {
      ...answerTo('GET /api/v1/settings/panels/', panels),
      [`OPTIONS ${url}`]: ({ query: { category = '' } }: Seen) => optionsOf({ PATCH: metas[category] ?? {} }),
      [`GET ${url}`]: ({ query: { category = '' } }: Seen) => stored[category],
      [`PATCH ${url}`]: ({ query: { category = '' }, body }: Seen) => ({
        ...stored[category],
        ...(body as object),
      }),
      ...answerTo('POST /api/v1/settings/consequences/', []),
      ...answerTo('GET /api/v1/settings/history/', []),
      ...routes,
    },
  });
const test200 = { msg: 'It worked.' };
const retype = async (user: Awaited<ReturnType<typeof open>>['user'], label: string, typed: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, typed);
};

test('A-2.6-008 A-2.6-029 the page of messages starts with the panel of the mail server', async () => {
  await open('');
  expect((await screen.findByLabelText<HTMLInputElement>('Sender')).value).toBe('gate@example.com');
  expect(screen.getByRole('tab', { name: 'Email' }).getAttribute('aria-selected')).toBe('true');
});

test('a mail is tried with sender and recipient of the form, saved or not', async () => {
  const { user, server } = await open('Email', answerTo('POST /api/v1/settings/mail/testing/', test200));
  await retype(user, 'Test recipient', 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('It worked.')).toBeTruthy();
  expect(server.calls('POST', '/api/v1/settings/mail/testing/')[0]?.body).toEqual({
    EMAIL_FROM: 'gate@example.com',
    EMAIL_RECIPIENT: 'ann@example.com',
  });
  expect(server.calls('PATCH', url)).toEqual([]);
});

test('why a mail was not sent is told in the words of the server', async () => {
  const answers = [answer(400, { error: 'mail.example.com refused the user.' }), answer(502, '<html>')];
  const { user } = await open('Email', { 'POST /api/v1/settings/mail/testing/': () => answers.shift() });
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByText('mail.example.com refused the user.')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Test' }).className).not.toContain('loading'),
  );
  // Where it has none, in those of the console.
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('Server error. The request could not be completed.')).toBeTruthy();
});

test('the mail to new users is previewed while its texts are written, and nothing in it runs', async () => {
  const { user, server } = await open(
    'EmailContent',
    answerTo('POST /api/v1/settings/mail/preview/', ({ body }) => {
      const { EMAIL_CUSTOM_USER_CREATED_SUBJECT: said } = body as Record<string, string>;
      return { subject: said || 'Your account', text: '', html: `<p>${said}</p>` };
    }),
  );
  expect(await screen.findByText('Your account')).toBeTruthy();
  await retype(user, 'Subject', 'Welcome');
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('Welcome')).toBeTruthy();
  const frame = preview.getByTitle('Preview');
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual(['', '<p>Welcome</p>']);
  // It follows pauses, not keys.
  expect(server.calls('POST', '/api/v1/settings/mail/preview/').length).toBeLessThan(6);
});

test('the webhook is called once with the values of the form, its secret encrypted', async () => {
  const { user, server, platform } = await open(
    'Webhook',
    answerTo('POST /api/v1/settings/webhook/testing/', test200),
  );
  await retype(user, 'URL', 'https://new.example.com/');
  await user.type(screen.getByLabelText('Secret'), 'hush');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('It worked.')).toBeTruthy();
  expect(server.calls('POST', '/api/v1/settings/webhook/testing/').map(({ body }) => body)).toEqual([
    { WEBHOOK_URL: 'https://new.example.com/', WEBHOOK_SECRET: 'encrypted:hush' },
  ]);
  // It is said of these values, and of no others.
  expect(platform.notify.store.get().toasts).toEqual([]);
  await user.type(screen.getByLabelText('URL'), 'other');
  await waitFor(() => expect(screen.queryByText('It worked.')).toBeNull());
});

test('A-2.6-037 the panel of SMS opens the dialog of the chosen provider, which is saved and tested there', async () => {
  const at = '/api/v1/settings/sms/custom/testing/';
  const { user, server } = await open('SMS', {
    [`POST ${at}`]: { msg: 'The code 6666 was sent.' },
  });
  await screen.findByRole('button', { name: 'Set up Alibaba Cloud SMS' });
  await user.click(screen.getByRole('radio', { name: 'Custom' }));
  await user.click(await screen.findByRole('button', { name: 'Set up Custom SMS service' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Custom SMS service' }));
  await user.type(await dialog.findByLabelText('Address'), 'https://sms.example.com/');
  await user.click(dialog.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The code 6666 was sent.')).toBeTruthy();
  expect(server.calls('POST', at)[0]?.body).toMatchObject({ CUSTOM_SMS_URL: 'https://sms.example.com/' });
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('PATCH', url).map(({ query, body }) => [query.category, body])).toEqual([
    ['custom', { CUSTOM_SMS_URL: 'https://sms.example.com/', SMS_TEST_PHONE: null }],
  ]);
});

test('what the test of a provider refuses stands on its field', async () => {
  const { user } = await open('SMS', {
    'POST /api/v1/settings/sms/alibaba/testing/': answer(400, {
      detail: 'Enter a phone number for the test.',
      error: 'Enter a phone number for the test.',
      code: 'test_phone_required',
      SMS_TEST_PHONE: ['Enter a phone number for the test.'],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Set up Alibaba Cloud SMS' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Test' }));
  const told = await dialog.findAllByText('Enter a phone number for the test.');
  expect(told[0]?.closest('.ant-form-item')?.textContent).toContain('Test phone number');
});

test('the address of a setting opens the dialog that has it, once', async () => {
  const { user, router } = await open('SMS', {}, { setting: 'CUSTOM_SMS_URL' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Custom SMS service' }));
  await waitFor(async () => expect(document.activeElement).toBe(await dialog.findByLabelText('Address')));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).not.toContain('setting');
  await user.click(screen.getByRole('tab', { name: 'Webhook' }));
  await user.click(screen.getByRole('tab', { name: 'SMS' }));
  expect(await screen.findByRole('button', { name: 'Set up Alibaba Cloud SMS' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => router.navigate('/settings/msg?setting=ALIBABA_ACCESS_KEY_SECRET#SMS'));
  expect(await screen.findByRole('dialog', { name: 'Alibaba Cloud SMS' })).toBeTruthy();
});

test('closing the dialog of a provider with unsaved input asks first', async () => {
  const { user, platform } = await open('SMS');
  await user.click(await screen.findByRole('button', { name: 'Set up Alibaba Cloud SMS' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Access key secret'), 'x');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(platform.dialogs.store.get().pending).toHaveLength(1));
  expect(dialog.getByLabelText('Access key secret').isConnected).toBe(true);
});
