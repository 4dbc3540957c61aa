import { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { keepKeys } from '@gatehouse/component/engine/ssh/keptKeys.ts';
import { Client, type ClientChannel, type Connection } from 'ssh2';
import { expect, onTestFinished, test } from 'vitest';
import { echoShell, passwordLogin, startSshServer } from './sshServer.ts';

/** The keys for sending and receiving, in hex; throws unless ssh2 holds both as key objects. */
const keysOf = (client: Client): string[] => {
  const { _protocol: inside } = client as unknown as {
    _protocol: { _cipher: { _encKey: unknown }; _decipher: { _decipherKey: unknown } };
  };
  return [inside._cipher._encKey, inside._decipher._decipherKey].map((key) => {
    if (!(key instanceof KeyObject)) throw new Error('a raw key');
    return key.export().toString('hex');
  });
};

const openShell = (client: Client) =>
  new Promise<ClientChannel>((resolve, reject) =>
    client.shell((error, channel) => (error ? reject(error) : resolve(channel))),
  );

test('the keys of a connection are key objects after the first handshake and after a rekey, and the shell continues', async () => {
  const server = await startSshServer({ login: passwordLogin('s3cret'), shell: echoShell });
  const client = new Client();
  onTestFinished(() => {
    client.end();
    server.stop();
  });
  client.on('error', () => undefined);
  keepKeys(client);
  client.connect({ host: '127.0.0.1', port: server.port, username: 'deploy', password: 's3cret' });
  await once(client, 'ready');
  const channel = await openShell(client);
  let shown = '';
  channel.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
  });
  const first = keysOf(client);
  channel.write('before ');
  await expect.poll(() => shown).toContain('before');

  const [connection] = server.connections() as [Connection];
  await new Promise<void>((done) => connection.rekey(() => done()));
  channel.write('after ');
  await expect.poll(() => shown).toContain('after');
  for (const key of keysOf(client)) expect(first).not.toContain(key);
});
