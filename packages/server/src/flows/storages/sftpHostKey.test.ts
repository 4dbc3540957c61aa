import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sshd, startSshd } from '../../../../gateway/test/sshd.ts';
import { startApi } from '../../../test/api.ts';
import { checkStorages } from './checkStorages.ts';

const url = '/api/v1/terminal/replay-storages/';
type Meta = { SFTP_HOST_KEY: string };
type Tested = { is_valid: boolean; msg: string; host_key?: { recorded: string; shown: string } };

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let machines: Sshd[];
beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  machines = await Promise.all(
    ['one', 'two'].map(async (name) =>
      startSshd(await mkdtemp(join(tmpdir(), `gatehouse-${name}-`)), 'ed25519', { anyCommand: true }),
    ),
  );
});
afterAll(async () => {
  await api.stop();
  for (const machine of machines) machine.stop();
});

const create = async (name: string, more: object = {}): Promise<string> => {
  const [{ port, username, privateKey, home }] = machines as [Sshd];
  const meta = {
    SFTP_HOST: '127.0.0.1',
    SFTP_PORT: port,
    SFTP_USERNAME: username,
    STP_SECRET_TYPE: 'ssh_key',
    STP_PRIVATE_KEY: privateKey,
    SFTP_ROOT_PATH: join(home, name),
    ...more,
  };
  const made = await admin.post(url, { name, type: 'sftp', meta });
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const tested = async (id: string) => (await admin.get(`${url}${id}/test-connective/`)).json as Tested;
const keyOf = async (id: string) =>
  ((await admin.get(`${url}${id}/`)).json as { meta: Meta }).meta.SFTP_HOST_KEY;
const patch = (id: string, meta: object) => admin.patch(`${url}${id}/`, { meta });
/** Another machine takes the place of the first one, as when it is set up anew at the same address. */
const replace = (id: string) =>
  api.pool.query(
    `update terminal_replaystorage set meta = meta || jsonb_build_object('SFTP_PORT', $2::int) where id = $1`,
    [id, machines[1]?.port],
  );

test('a test records the host key; a replaced machine is refused by both fingerprints until the new key is accepted', async () => {
  const id = await create('recognized');
  expect(await keyOf(id)).toBe('');
  expect(await tested(id)).toMatchObject({ is_valid: true });
  const recorded = await keyOf(id);
  expect(recorded).toMatch(/^SHA256:/);
  await replace(id);
  const refused = await tested(id);
  const shown = refused.host_key?.shown ?? '';
  expect(refused).toMatchObject({ is_valid: false, host_key: { recorded } });
  expect(shown).not.toBe(recorded);
  for (const fingerprint of [recorded, shown]) expect(refused.msg).toContain(fingerprint);
  expect(await keyOf(id)).toBe(recorded);
  const lines: string[] = [];
  await checkStorages({
    db: api.services.unhurried,
    vault: api.services.vault,
    log: (line) => lines.push(line),
  });
  expect(lines).toEqual([`recognized: HostKeyChanged: ${recorded} ≠ ${shown}`]);
  const viewer = api.as({ permissions: ['terminal.view_replaystorage'], org: ROOT_ORG_ID });
  expect((await viewer.patch(`${url}${id}/`, { meta: { SFTP_HOST_KEY: shown } })).status).toBe(403);
  const STP_PRIVATE_KEY = machines[1]?.privateKey;
  expect((await patch(id, { SFTP_HOST_KEY: shown, STP_PRIVATE_KEY })).status).toBe(200);
  expect(await tested(id)).toMatchObject({ is_valid: true });
  const { rows } = await api.pool.query(
    `select diff::text as diff from audits_operatelog where resource_id = $1 and diff::text like '%' || $2 || '%'`,
    [id, shown],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].diff).toContain(recorded);
});

test('a fingerprint known beforehand is entered; one of another form is refused; another address forgets it', async () => {
  const known = `SHA256:${'A'.repeat(43)}`;
  const id = await create('known', { SFTP_HOST_KEY: known });
  expect(await tested(id)).toMatchObject({ is_valid: false, host_key: { recorded: known } });
  const wrong = await patch(id, { SFTP_HOST_KEY: 'aa:bb:cc' });
  expect([wrong.status, wrong.json]).toEqual([
    400,
    { meta: { SFTP_HOST_KEY: [expect.stringContaining('SHA256:')] } },
  ]);
  const { privateKey, port } = machines[1] as Sshd;
  await patch(id, { SFTP_HOST_KEY: known, SFTP_PORT: port, STP_PRIVATE_KEY: privateKey });
  expect(await keyOf(id)).toBe('');
  await patch(id, { SFTP_HOST_KEY: known, SFTP_PORT: machines[0]?.port, STP_PRIVATE_KEY: privateKey });
  expect(await keyOf(id)).toBe(known);
});
