import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import type { Written } from '../../engine/resource.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { pushingTemplates } from '../../resources/accounts/accounttemplate/statements.ts';
import { fittingParams } from '../../resources/accounts/methodParams.ts';
import { starterOf } from '../ownWork/ownJobs.ts';
import { chosenPush } from './planRuns.ts';

type Deps = { jobs: Pick<Jobs, 'enqueue'> };
type WrittenAccount = Written<typeof account>;

/** Accounts of an organization that are pushed together. */
type Wish = { org: string; params: MethodParams; accounts: string[] };

/** Key of what a call collects, in the memo of its request. */
const COLLECTED = 'pushes to start';

/** Accounts that the request says are to be pushed. */
const asked = (written: readonly WrittenAccount[]): Wish[] =>
  written.flatMap(({ row, values }) =>
    values.push_now ? [{ org: row.org_id, params: values.params ?? {}, accounts: [row.id] }] : [],
  );

/**
 * New accounts of templates that push theirs. Who may create accounts but not push them gets them without a push.
 */
const ofTemplates = async (written: readonly WrittenAccount[], ctx: Context): Promise<Wish[]> => {
  const made = written.filter(
    ({ row, before, values }) => !before && row.source === 'template' && !values.push_now,
  );
  if (made.length === 0 || !can(ctx.actor, 'accounts.push_account')) return [];
  const templates = await pushingTemplates(
    made.map(({ row }) => row.source_id ?? ''),
    ctx.db,
  );
  return templates.flatMap(({ id, org_id: org, push_params }) => {
    const accounts = made.flatMap(({ row }) => (row.source_id === id && row.org_id === org ? row.id : []));
    return accounts.length === 0
      ? []
      : [{ org, accounts, params: fittingParams('push_account', push_params) }];
  });
};

/** Starts one run for all accounts of an organization with the same parameters. */
const start = async (wishes: readonly Wish[], { jobs }: Deps, ctx: Context): Promise<void> => {
  const trust = can(ctx.actor, 'accounts.view_accountsecret');
  for (const some of Map.groupBy(wishes, ({ org, params }) => JSON.stringify([org, params])).values()) {
    const [{ org, params }] = some as [Wish];
    const accounts = some.flatMap((wish) => wish.accounts);
    const payload = { org, accounts, assets: [], params, language: ctx.language, trust };
    // In the transaction that saves them: the run begins once that is committed.
    await jobs.enqueue(chosenPush, payload, starterOf(ctx));
  }
};

/** Pushes accounts once they are saved, where the request or the template of a new one says so. */
export const pushWritten =
  (deps: Deps) =>
  async (written: readonly WrittenAccount[], ctx: Context): Promise<void> => {
    const wishes = [...asked(written), ...(await ofTemplates(written, ctx))];
    const collected = ctx.memo.get(COLLECTED) as Wish[] | undefined;
    if (collected) collected.push(...wishes);
    else await start(wishes, deps, ctx);
  };

/** Has what several writes of one call push start together, at its end. */
export const pushTogether =
  (deps: Deps) =>
  async <T>(ctx: Context, work: () => Promise<T>): Promise<T> => {
    const collected: Wish[] = [];
    ctx.memo.set(COLLECTED, collected);
    try {
      const result = await work();
      await start(collected, deps, ctx);
      return result;
    } finally {
      ctx.memo.delete(COLLECTED);
    }
  };

/** How writes of one call push together. */
export type PushTogether = ReturnType<typeof pushTogether>;
