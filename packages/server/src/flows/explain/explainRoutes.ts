import { explainAccess, listExplainChoices } from '@gatehouse/contract/calls/explain.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { bind } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { can } from '../../engine/permission.ts';
import { accountsOf } from '../access/evaluate.ts';
import { connectMethods } from '../components/connectMethods.ts';
import { type ExplainDeps, explainQuestion } from './explain.ts';
import { askedAsset, type Question, questionOf } from './question.ts';

/** Notes in the operate log what the caller asked, on the user who was asked about. */
const noteQuestion = ({ user, asset, account, protocol }: Question, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(userDefinition);
  const display = `${displayOf(user)} → ${account}@${asset.name}(${asset.address}) ${protocol}`;
  return ctx.engine.record([{ action: 'view', resource, row: { id: user.id }, display, diff: {} }], ctx);
};

/** Registers the explanation of access (decision 0382). */
export const addExplainRoutes = (ports: HttpPorts, deps: ExplainDeps): void => {
  bind(ports, explainAccess, async ({ ctx, body }) => {
    const question = await questionOf(await body(), ctx);
    await noteQuestion(question, ctx);
    return explainQuestion(question, deps, ctx);
  });
  bind(ports, listExplainChoices, async ({ ctx, query }) => {
    const asset = await askedAsset(query.asset, ctx);
    const accounts = can(ctx.actor, 'accounts.view_account') ? await accountsOf(asset.id, ctx.db) : [];
    return {
      accounts: accounts.map(({ name, username }) => ({ alias: name, username })),
      protocols: asset.protocols.map(({ name }) => name),
      methods: connectMethods.map(({ value, label }) => ({ value, label })),
    };
  });
};
