import { rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { ownMethodParamsSchema } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../../platform/database.ts';
import { ownMethods, type WrittenMethod } from '../../resources/ownMethods.ts';
import type { Given } from './statements.ts';

type Refused = { given: Given; reason: Message };

/** What a runner gets of a method: its playbook, and of the values that platform and plan name those that it declares. */
const paramsOf = (
  { playbook, params }: WrittenMethod,
  values: Given['params'],
): z.input<typeof ownMethodParamsSchema> => ({
  playbook,
  parameters: Object.fromEntries(
    params.map(({ name, default: initial }) => {
      const value = values[name];
      return [name, typeof value === 'string' ? value : initial];
    }),
  ),
});

/**
 * The targets, those of methods that administrators have written with playbook and values as they are now, and those of
 * which the method is gone or is for something else.
 */
export const withOwnMethods = async (
  targets: readonly Given[],
  db: Database,
): Promise<{ ready: Given[]; refused: Refused[] }> => {
  const rows = [...new Set(targets.flatMap(({ method }) => rowOfOwnMethod(method) ?? []))];
  if (rows.length === 0) return { ready: [...targets], refused: [] };
  const written = await ownMethods(db, sql`m.id = any(${`{${rows.join(',')}}`}::bigint[])`);
  const methods = new Map(written.map((method) => [method.id, method]));
  const ready: Given[] = [];
  const refused: Refused[] = [];
  for (const given of targets) {
    const method = methods.get(given.method);
    const kind = given.kind === 'find_secret' ? 'verify_account' : given.kind;
    if (rowOfOwnMethod(given.method) === undefined) ready.push(given);
    else if (method?.kind !== kind)
      refused.push({
        given,
        reason: { key: 'machine_method_unsupported', params: { method: given.method } },
      });
    // Which secret holds is found out by signing in.
    else
      ready.push(given.kind === 'find_secret' ? given : { ...given, params: paramsOf(method, given.params) });
  }
  return { ready, refused };
};
