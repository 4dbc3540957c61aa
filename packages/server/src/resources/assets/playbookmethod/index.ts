import { ownMethodId } from '@gatehouse/contract/assets/ownMethods.ts';
import { AppError, type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { forbiddenLines } from '@gatehouse/contract/ops/forbiddenLines.ts';
import type { playbookmethod } from '@gatehouse/contract/resources/assets/playbookmethod.ts';
import { sql } from 'drizzle-orm';
import type { Behaviour, Values } from '../../../engine/resource.ts';
import { texts } from '../../../platform/database.ts';
import { allPlatforms } from '../platform/relations.ts';

/** Names that plays can use as they are: `params.<name>`. */
const isParamName = (name: unknown): boolean => /^[a-z_][a-z0-9_]*$/i.test(String(name));

const checkParams = (params: unknown): void => {
  const rows = (Array.isArray(params) ? params : []) as Values[];
  const names = new Set<unknown>();
  const errors = rows.map(({ name }): FieldErrors => {
    const isDoubled = names.has(name);
    names.add(name);
    if (isDoubled) return { name: [{ key: 'unique' }] };
    return isParamName(name) ? {} : { name: [{ key: 'method_param_name' }] };
  });
  if (errors.some((entry) => Object.keys(entry).length)) throw new ValidationError({ params: errors });
};

const checkPlaybook = (playbook: unknown): void => {
  const [found] = typeof playbook === 'string' ? forbiddenLines(playbook) : [];
  if (found) throw fieldError('playbook', 'method_playbook_line', { line: found.line, word: found.word });
};

/** Methods that administrators write as playbooks; one that a platform names stays. */
export const playbookMethodBehaviour = (): Behaviour<typeof playbookmethod> => ({
  beforeWrite: ({ values }) => {
    checkParams(values.params);
    checkPlaybook(values.playbook);
    return undefined;
  },
  refusals: {
    destroy: [
      async (rows, ctx) => {
        const named = await ctx.db.rows<{ method: string; platform: string }>(
          sql`select p.automation->>(k.kind || '_method') as method, min(p.name) as platform
            from ${allPlatforms} p cross join unnest(array['ping', 'verify_account', 'change_secret', 'push_account']) as k(kind)
            where p.automation->>(k.kind || '_method') = any(${texts(rows.map(({ id }) => ownMethodId(Number(id))))}) group by 1`,
        );
        const platforms = new Map(named.map(({ method, platform }) => [method, platform]));
        return rows.map(({ id }) => {
          const platform = platforms.get(ownMethodId(Number(id)));
          return platform === undefined
            ? undefined
            : new AppError('referenced_by_others', { platform }, { messageKey: 'method_in_use' });
        });
      },
    ],
  },
});
