// @vitest-environment jsdom
import { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const server = {
  id: 's1',
  name: 'default',
  type: { value: 'server' as const, label: 'Server' },
  is_default: true,
  meta: {},
  comment: '',
};
const bucket = {
  ...server,
  id: 's2',
  name: 'far',
  type: { value: 's3' as const, label: 'Amazon S3' },
  is_default: false,
};

const part = (label: string, more: object = {}) => ({
  type: 'string' as const,
  required: false,
  read_only: false,
  write_only: false,
  label,
  kind: 'text',
  ...more,
});

/** The metadata of a storage whose `meta` has these parts. */
const optionsWith = (
  definition: typeof replaystorage | typeof commandstorage,
  children: Record<string, ReturnType<typeof part>>,
) => {
  const options = definedOptions(definition);
  for (const metas of Object.values(options.actions ?? {}))
    Object.assign(metas.meta ?? {}, { kind: 'nested', children });
  return options;
};

const noPanels = answerTo('GET /api/v1/settings/panels/', []);
const REPLAYS = '/api/v1/terminal/replay-storages/';
const COMMANDS = '/api/v1/terminal/command-storages/';

test('A-2.6-013 A-2.6-043 B-3-022 the page Storage lists recording and command storages', async () => {
  await openRoute('Storage', {
    routes: { ...noPanels, ...listOf(replaystorage, [server, bucket]), ...listOf(commandstorage, [server]) },
  });
  expect(await screen.findByText('far')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Recordings' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Commands' })).toBeTruthy();
  expect(screen.getByText('Amazon S3')).toBeTruthy();
});

test('a storage is tested and made the default from its row; one of the product is neither changed nor deleted', async () => {
  let isDefault = false;
  const { user, server: calls } = await openRoute('Storage', {
    routes: {
      ...noPanels,
      ...listOf(replaystorage, () => [server, { ...bucket, is_default: isDefault }]),
      ...answerTo(
        'GET /api/v1/terminal/replay-storages/:id/test-connective/',
        { is_valid: false, msg: 'The storage cannot be used (NoSuchBucket).' },
        { id: 's2' },
      ),
      [`PATCH ${REPLAYS}s2/`]: () => {
        isDefault = true;
        return { ...bucket, is_default: true };
      },
    },
  });
  await screen.findByText('far');
  const menu = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `More actions: ${name}` }));
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };
  expect(await menu('far')).toEqual(['Test', 'Set as default', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Set as default' }));
  await waitFor(() => expect(calls.calls('PATCH', `${REPLAYS}s2/`)[0]?.body).toEqual({ is_default: true }));
});

test('a storage that keeps nothing becomes the default only after a question', async () => {
  const none = { ...bucket, id: 's3', name: 'null', type: { value: 'null' as const, label: 'None' } };
  const { user, server: calls } = await openRoute('Storage', {
    routes: {
      ...noPanels,
      ...listOf(replaystorage, [server, none]),
      [`PATCH ${REPLAYS}s3/`]: { ...none, is_default: true },
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Set as default/ }));
  const question = await screen.findByRole('dialog', { name: 'Keep no recordings?' });
  expect(calls.calls('PATCH', `${REPLAYS}s3/`)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Keep nothing' }));
  await waitFor(() => expect(calls.calls('PATCH', `${REPLAYS}s3/`)[0]?.body).toEqual({ is_default: true }));
});

test('a changed host key is accepted only after a comparison of both fingerprints', async () => {
  const machine = { ...bucket, type: { value: 'sftp' as const, label: 'SFTP' } };
  const { user, server: calls } = await openRoute('Storage', {
    routes: {
      ...noPanels,
      ...listOf(replaystorage, [machine]),
      ...answerTo(
        'GET /api/v1/terminal/replay-storages/:id/test-connective/',
        { is_valid: false, msg: 'Another key.', host_key: { recorded: 'SHA256:old', shown: 'SHA256:new' } },
        { id: 's2' },
      ),
      [`PATCH ${REPLAYS}s2/`]: machine,
    },
  });
  await screen.findByText('far');
  await user.click(screen.getByRole('button', { name: 'More actions: far' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Test' }));
  const dialog = await screen.findByRole('dialog', { name: 'Accept the new host key of far?' });
  expect(within(dialog).getByText('SHA256:old')).toBeTruthy();
  expect(within(dialog).getByText('SHA256:new')).toBeTruthy();
  expect(calls.calls('PATCH', `${REPLAYS}s2/`)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Accept the new key' }));
  await waitFor(() =>
    expect(calls.calls('PATCH', `${REPLAYS}s2/`)[0]?.body).toEqual({ meta: { SFTP_HOST_KEY: 'SHA256:new' } }),
  );
});

test('A-2.6-011 B-3-022 a recording storage is created by the form of its type; its secret leaves the form once', async () => {
  const children = {
    BUCKET: part('Bucket', { required: true }),
    SECRET_KEY: part('Secret key', { kind: 'secret', write_only: true }),
  };
  const { user, server: calls } = await openRoute('CreateReplayStorage', {
    query: { type: 's3' },
    routes: {
      [`OPTIONS ${REPLAYS}`]: optionsWith(replaystorage, children),
      [`POST ${REPLAYS}`]: bucket,
    },
  });
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'far');
  await user.type(screen.getByRole('textbox', { name: /^Bucket/ }), 'recordings');
  await user.type(screen.getByLabelText(/^Secret key/), 'hush');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(calls.calls('POST', REPLAYS)).toHaveLength(1));
  expect(calls.calls('POST', REPLAYS)[0]).toMatchObject({
    query: { type: 's3' },
    body: {
      name: 'far',
      type: 's3',
      is_default: true,
      meta: { BUCKET: 'recordings', SECRET_KEY: 'encrypted:hush' },
    },
  });
});

test('A-2.6-011 a recording storage is changed without entering its secret again', async () => {
  const children = {
    CONTAINER_NAME: part('Container', { required: true }),
    ACCOUNT_KEY: part('Account key', { kind: 'secret', write_only: true, required: true }),
  };
  const options = optionsWith(replaystorage, children);
  const azure = {
    ...bucket,
    type: { value: 'azure' as const, label: 'Azure' },
    meta: { CONTAINER_NAME: 'c' },
  };
  const { user, server: calls } = await openRoute('ReplayStorageUpdate', {
    params: { id: 's2' },
    routes: {
      ...rowAt(replaystorage, 's2', azure),
      [`OPTIONS ${REPLAYS}`]: options,
      [`OPTIONS ${REPLAYS}s2/`]: options,
      [`PUT ${REPLAYS}s2/`]: azure,
    },
  });
  const container = await screen.findByRole('textbox', { name: /^Container/ });
  await user.clear(container);
  await user.type(container, 'other');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(calls.calls('PUT', `${REPLAYS}s2/`)).toHaveLength(1));
  expect(calls.calls('PUT', `${REPLAYS}s2/`)[0]?.body).toMatchObject({ meta: { CONTAINER_NAME: 'other' } });
  expect(JSON.stringify(calls.calls('PUT', `${REPLAYS}s2/`)[0]?.body)).not.toContain('ACCOUNT_KEY');
});

test('A-2.6-012 B-9-027 the form of a command storage says the default index and document type', async () => {
  const children = {
    HOSTS: part('Addresses', { kind: 'list', type: 'list', required: true }),
    INDEX: part('Index', { help_text: 'Default: gatehouse. Document type: _doc.' }),
    DOC_TYPE: part('Document type'),
  };
  await openRoute('CreateCommandStorage', {
    routes: { [`OPTIONS ${COMMANDS}`]: optionsWith(commandstorage, children) },
  });
  expect(await screen.findByText('Default: gatehouse. Document type: _doc.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^Document type/ })).toBeNull();
});

test('A-2.6-012 a command storage opens for a change', async () => {
  const search = {
    ...bucket,
    type: { value: 'es' as const, label: 'Elasticsearch' },
    meta: { INDEX: 'gatehouse' },
  };
  const options = optionsWith(commandstorage, { INDEX: part('Index') });
  await openRoute('CommandStorageUpdate', {
    params: { id: 's2' },
    routes: {
      ...rowAt(commandstorage, 's2', search),
      [`OPTIONS ${COMMANDS}`]: options,
      [`OPTIONS ${COMMANDS}s2/`]: options,
    },
  });
  const index = await screen.findByRole('textbox', { name: /^Index/ });
  await waitFor(() => expect((index as HTMLInputElement).value).toBe('gatehouse'));
});

test('without the right to see any storage, the page says so', async () => {
  await openRoute('Storage', { routes: noPanels, caller: { perms: ['settings.view_setting'] } });
  expect(await screen.findByText('Your roles do not give access to storages')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});
