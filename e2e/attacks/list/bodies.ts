import { randomUUID } from 'node:crypto';
import { type Attack, judge, type Target } from '../attack.ts';

/** Bodies that no call expects; none of them names a row, so nothing is changed. */
const bodies = ['[]', 'null', '0', '"x"', '[null]', '[[]]', '[{}]', '{"__proto__":[]}', '{"a":', ''];
const methods = ['post', 'put', 'patch'];
/** Calls that end the attacker's own session, or need no body to change something. */
const spared =
  /logout|sign-?out|offline|reset|restore|generate|test|sync|run|execut|read-all|mark|clear|access-keys|temp-token/i;

type Description = { paths: Record<string, Record<string, unknown>> };

/** Every call that takes a body, with ids that do not exist. */
export const callsOf = async (
  { admin }: Target,
  wanted: readonly string[] = methods,
): Promise<[string, string][]> => {
  const { body } = await admin.call<Description>('GET', '/api/swagger.json');
  return Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => wanted.includes(method))
      .map((method): [string, string] => [method.toUpperCase(), path]),
  );
};

/** Any JSON body to every call: whatever is sent, the answer is no failure of the server. */
export const anyBody: Attack = {
  name: 'bodies',
  run: async (target) => {
    const calls = (await callsOf(target)).filter(([, path]) => !spared.test(path));
    const faults: string[] = [];
    for (const [method, path] of calls)
      for (const body of bodies) {
        const address = path.replaceAll(/\{[^}]+\}/g, randomUUID());
        const { status } = await target.admin.send(method, address, body, 'application/json');
        if (status >= 500) faults.push(`${method} ${path} answered ${body} with ${status}`);
      }
    return judge(faults, `${bodies.length} bodies to ${calls.length} calls caused no failure of the server.`);
  },
};
