import { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import { anonymous, type Context, displayOf, type OperationRecord } from '../../engine/context.ts';
import { fieldLabel } from '../../engine/labels.ts';
import { methodFacts } from '../connect/place/secretFacts.ts';

/** A connection that permissions allow, as rules see it. */
export type RuledConnection = {
  user: { id: string; username: string; name: string };
  asset: { id: string; org_id: string; display: string };
  /** Username on the asset. */
  username: string;
  /** Where the user is; empty if that is not known. */
  address: string;
  /** How the user connects, where it is known. */
  method?: string;
};

type RuleKind = 'loginassetacl' | 'connectmethodacl';
type Named = { id: string; name: string };

/** What is told of a connection besides its user and address. */
const factsIn = ({ asset, username, method }: RuledConnection, ctx: Context): OperationRecord['diff'] => {
  const resource = ctx.engine.resource(connectiontoken);
  const connect_method = method === undefined ? '' : methodFacts(method).label;
  const facts: OperationRecord['diff'] = {};
  for (const [name, text] of Object.entries({ asset: asset.display, account: username, connect_method }))
    if (text !== '') facts[fieldLabel({ name, resource, ctx })] = ['', text];
  return facts;
};

/**
 * Writes to the operate log of the asset's organization what a rule decided about a connection: as an operation of the
 * user who connects, whichever component or administrator asks (decision 0384).
 */
export const noteDecision = (
  kind: RuleKind,
  { rule, action }: { rule: Named; action: 'accept' | 'reject' | 'notice' },
  connection: RuledConnection,
  ctx: Context,
): Promise<void> => {
  const { user, asset, address } = connection;
  const { id, username, name } = user;
  const entry = {
    action,
    resource: ctx.engine.resource(`acls.${kind}`),
    row: { id: rule.id, org_id: asset.org_id },
    display: `${rule.name}: ${displayOf(user)} → ${asset.display}`,
    diff: factsIn(connection, ctx),
  };
  const actor = { ...anonymous, id, username, name };
  return ctx.engine.record([entry], { ...ctx, actor, remoteAddr: address });
};

/** Notes a refusal once the request has ended, since what the request did is taken back. */
export const noteRefusal = (kind: RuleKind, rule: Named, connection: RuledConnection, ctx: Context): void =>
  ctx.afterEnd((own) => noteDecision(kind, { rule, action: 'reject' }, connection, own));
