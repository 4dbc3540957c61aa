import { type Attack, judge } from '../attack.ts';
import { watch } from '../watch.ts';

const mebibyte = 1024 * 1024;
const files = 32;
const texts = 8;
const aliveSeconds = 5;
/** Read and refused, refused unread, or sent away until there is room. */
const expected = [400, 413, 429, 503];

/** Large files and texts, many at once: a server that holds them all needs more memory than there is. */
export const uploads: Attack = {
  name: 'uploads',
  run: async ({ url, admin }) => {
    const faults: string[] = [];
    const file = Buffer.alloc(29 * mebibyte, 'Name\n');
    const text = Buffer.from(
      JSON.stringify({ action: 'none', rows: Array.from({ length: 1000 }, () => 'x'.repeat(24 * 1024)) }),
    );
    const send = async (path: string, body: Buffer<ArrayBuffer>, type: string) => {
      const { status, headers } = await admin.send('POST', `/api/v1/assets/domains/${path}/`, body, type);
      if (!expected.includes(status)) faults.push(`${path} was answered with ${status}`);
      if (status === 503 && !headers.get('retry-after')) faults.push('a 503 does not say when to come again');
    };
    const watching = watch(url, aliveSeconds);
    await Promise.all([
      ...Array.from({ length: files }, () => send('render-to-json', file, 'text/csv')),
      ...Array.from({ length: texts }, () => send('batch-import', text, 'application/json')),
    ]);
    if ((await watching.end()) > 0) faults.push('other requests waited for the uploads');
    return judge(faults, `${files + texts} large requests at once were read in turn or sent away.`);
  },
};
