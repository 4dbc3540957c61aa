import { expect } from 'vitest';
import { textOf } from '../../../packages/server/test/servers/messageCentre.ts';
import type { Office } from './office.ts';
import { panelAt } from './panelAt.ts';

/** Codes go by a provider, and have as many digits as the administrator wants. */
export const chooseProvider = async ({ desk }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('msg#SMS');
  await panel.turn('SMS', true);
  await pickProvider({ desk }, 'Custom');
  await panel.fill({ 'Code length': '6' });
  await panel.save();
  await panel.keeps({ 'Code length': '6' });
};

const pickProvider = async ({ desk }: Pick<Office, 'desk'>, provider: string) => {
  await panelAt(desk).field('Provider').click();
  await desk.getByTitle(provider, { exact: true }).click();
};

/** Opens the dialog of a provider. */
const openProvider = async ({ desk }: Pick<Office, 'desk'>, provider: string, title: string) => {
  await panelAt(desk).open('msg#SMS');
  await pickProvider({ desk }, provider);
  await desk.getByRole('button', { name: `Set up ${title}` }).click();
  const dialog = desk.getByRole('dialog', { name: title });
  const panel = panelAt(desk, undefined, dialog);
  await panel.submit.waitFor();
  const fillPhone = async () => {
    await dialog.getByRole('combobox', { name: 'Country code' }).click();
    await desk.getByText(/^China.* \+86$/).click();
    await panel.fill({ 'Test phone number': '13800000000' });
  };
  /** Sends the code that consists of sixes. */
  const test = async () => {
    await panel.button('Test').click();
    await dialog.page().getByText('The code 666666 was sent to +8613800000000.').waitFor();
  };
  const save = async () => {
    await panel.save();
    await dialog.waitFor({ state: 'hidden' });
  };
  return { dialog, panel, fillPhone, test, save };
};

/** A service of the customer takes the code over HTTP. */
export const sendCodes = async (office: Office): Promise<void> => {
  const { panel, test, save } = await openProvider(office, 'Custom', 'Custom SMS service');
  await panel.fill({ URL: office.receivers.url });
  await panel.choose('POST');
  await test();
  expect(office.receivers.calls.at(-1)?.body).toMatch(/13800000000/);
  await save();
};

type Kept = Record<string, string>;

const isKept = async ({ desk }: Office, provider: string, title: string, values: Kept) => {
  await desk.reload();
  const { panel } = await openProvider({ desk }, provider, title);
  for (const [label, value] of Object.entries(values))
    await expect.poll(() => panel.field(label).inputValue()).toBe(value);
  await desk.keyboard.press('Escape');
};

/** The settings of a provider at a fixed address, which no test calls, are kept. */
export const setUpProvider =
  (provider: string, title: string, values: Kept) =>
  async (office: Office): Promise<void> => {
    const { panel, save } = await openProvider(office, provider, title);
    await panel.fill(values);
    await save();
    await isKept(office, provider, title, values);
  };

/** Huawei Cloud gets the code at the endpoint that the administrator names. */
export const sendByHuawei = async (office: Office): Promise<void> => {
  const [provider, title] = ['Huawei Cloud', 'Huawei Cloud SMS'];
  const values = {
    'App key': 'HW',
    Endpoint: office.receivers.url,
    'Signature channel': '88',
    Signature: 'Northwind',
    'Template code': '7',
  };
  const { panel, fillPhone, test, save } = await openProvider(office, provider, title);
  await panel.fill({ ...values, 'App secret': 'hw-secret' });
  await fillPhone();
  await test();
  const sent = new URLSearchParams(office.receivers.calls.at(-1)?.body);
  expect(Object.fromEntries(sent)).toMatchObject({
    ...{ from: '88', to: '+8613800000000', templateId: '7', signature: 'Northwind' },
    templateParas: '["666666"]',
  });
  await save();
  await isKept(office, provider, title, values);
};

/** A message centre gets the code in the text of the administrator. */
export const sendByCmpp = async (office: Office): Promise<void> => {
  const { centre } = office;
  const values = {
    Server: '127.0.0.1',
    Port: String(centre.port),
    'Enterprise ID': '901234',
    'Source number': '10690001',
    'Service type': 'code',
    Signature: 'Northwind',
    Template: '{code} opens the gate',
  };
  const { panel, test, save } = await openProvider(office, 'CMPP v2.0', 'CMPP v2.0');
  await panel.fill({ ...values, 'Shared secret': 'cmpp-secret' });
  await test();
  const message = centre.frames.find(({ command }) => command === 4);
  expect(message && textOf(message)).toBe('【Northwind】666666 opens the gate');
  await save();
  await isKept(office, 'CMPP v2.0', 'CMPP v2.0', values);
};

/** The script of the installation is tried with the same phone number as the other providers. */
export const tryScript = async (office: Office): Promise<void> => {
  const { panel } = await openProvider(office, 'Script', 'SMS by script');
  await expect.poll(() => panel.field('Test phone number').inputValue()).toBe('13800000000');
};
