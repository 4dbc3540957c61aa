import { type Attack, judge } from '../attack.ts';

const paths = [
  '/api/v1/terminal/tasks/kill-session/',
  '/api/v1/authentication/connection-token/',
  '/api/v1/assets/domains/',
  '/api/v1/assets/domains/batch-import/',
  '/api/v1/users/users/',
];
const depths = [101, 5_000, 100_000];
const nests: readonly [open: string, close: string][] = [
  ['[', ']'],
  ['{"a":', '}'],
];

/** JSON nested so deeply that code which walks it overflows the stack. */
export const nesting: Attack = {
  name: 'nesting',
  run: async ({ admin }) => {
    const faults: string[] = [];
    for (const path of paths)
      for (const depth of depths)
        for (const [open, close] of nests) {
          const body = `${open.repeat(depth)}1${close.repeat(depth)}`;
          const { status } = await admin.send('POST', path, body, 'application/json');
          if (status < 400 || status >= 500)
            faults.push(`${depth} levels at ${path} were answered with ${status}`);
        }
    return judge(faults, `JSON of up to ${Math.max(...depths)} levels was refused everywhere.`);
  },
};
