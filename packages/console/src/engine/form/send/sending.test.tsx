import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import {
  DOMAINS,
  domainNames,
  domainOptions,
  domainPerms,
  meta,
  writtenZone,
  type Zone,
  zoneRow,
} from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { ResourceFormPage } from '../../pages/ResourceFormPage.tsx';
import { FormBody } from '../FormBody.tsx';
import { useResourceForm } from '../useResourceForm.ts';

const CREATE = '/console/assets/domains/create';
const metas = {
  name: meta({ label: 'Name', required: true }),
  setting: meta({ label: 'Setting', type: 'field', kind: 'json' }),
};

const open = (page: ReactNode, posted: unknown) =>
  renderPage({
    page,
    routes: {
      [`OPTIONS ${DOMAINS}`]: { ...domainOptions, view: undefined, actions: { POST: metas, GET: metas } },
      [`POST ${DOMAINS}`]: posted,
    },
    caller: { perms: domainPerms },
    names: domainNames,
    at: CREATE,
    pattern: CREATE,
  });

test.each([
  ['{{"a":2}', [{ a: 2 }], /Created/],
  ['{{"a":', [], 'This is not valid JSON.'],
])('Ctrl Enter right after typing %s sends the JSON as typed, or nothing', async (typed, sent, said) => {
  const page = <ResourceFormPage resource="assets.domain" url={DOMAINS} name="Domain" />;
  const { user, server } = await open(page, writtenZone);
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
  await user.type(screen.getByRole('textbox', { name: /Setting/ }), typed);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText(said);
  expect(server.calls('POST', DOMAINS).map(({ body }) => (body as { setting: unknown }).setting)).toEqual(
    sent,
  );
});

function Sender() {
  const controller = useResourceForm({ url: DOMAINS });
  const [outcome, setOutcome] = useState('');
  const send = async () => {
    const row = await controller.submit();
    setOutcome(String(row?.id));
  };
  if (controller.source.isPending) return null;
  return (
    <>
      <FormBody controller={controller} url={DOMAINS} />
      <button type="button" onClick={() => void send().catch((error: Error) => setOutcome(error.message))}>
        Send
      </button>
      <output>{outcome}</output>
    </>
  );
}

test('a form whose error could not be shown can be submitted again', async () => {
  let isUp = false;
  const { user, platform, server } = await open(<Sender />, () =>
    isUp ? zoneRow({ id: 'd9' }) : answer(500),
  );
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'dmz');
  vi.spyOn(platform.notify, 'failed').mockImplementationOnce(() => {
    throw new Error('nobody can be told');
  });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('nobody can be told');
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('d9');
  expect(server.calls('POST', DOMAINS)).toHaveLength(2);
});

test('a form shows that it is being sent, and accepts no input meanwhile', async () => {
  const arrived = Promise.withResolvers<Zone>();
  const { user } = await open(<Sender />, () => arrived.promise);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.type(name, 'dmz');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(name).toHaveProperty('disabled', true));
  arrived.resolve(zoneRow({ id: 'd9' }));
  await screen.findByText('d9');
  expect(name).toHaveProperty('disabled', false);
});
