import {
  confirmProposal,
  listProposals,
  refuseProposal,
  type SettingProposal,
} from '@gatehouse/contract/calls/settingProposals.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { bind } from '../../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { isUuid } from '../../../platform/database.ts';
import { formatDatetime } from '../../../platform/time.ts';
import { notify } from '../../notifications/notify.ts';
import type { ForesightDeps } from '../consequences.ts';
import { formNamed, type JudgedMove, judgeMove } from '../move.ts';
import type { SettingForm } from '../settingForms.ts';
import { storeValues } from '../settingValues.ts';
import { type Proposal, takeProposal, waitingProposals } from './statements.ts';

/** The user who proposed a change must still have the right to make it. */
const mayPropose = async (
  { proposer }: Proposal,
  { change, permission }: SettingForm,
  ctx: Context,
): Promise<boolean> =>
  (await ctx.engine.isStored(proposer, ctx.db)) &&
  !(await ctx.engine.isShutOut(proposer, ctx.db)) &&
  (await ctx.engine.permissionsOf(proposer, ROOT_ORG_ID, ctx.db)).has(change ?? permission);

const judge = async (
  proposal: Proposal,
  deps: ForesightDeps,
  ctx: Context,
  hold: boolean,
): Promise<{ panel: SettingForm; judged: JudgedMove }> => {
  const panel = formNamed(proposal.category);
  if (!panel) throw new AppError('object_does_not_exist');
  const judged = await judgeMove(
    { category: proposal.category, values: proposal.move },
    panel,
    deps,
    ctx,
    hold,
  );
  const isOrphan = !(await mayPropose(proposal, panel, ctx));
  return { panel, judged: isOrphan ? { ...judged, refusal: { key: 'proposer_lost_permission' } } : judged };
};

const shown = async (proposal: Proposal, deps: ForesightDeps, ctx: Context): Promise<SettingProposal> => {
  const { panel, judged } = await judge(proposal, deps, ctx, false);
  const { refusal, diff, consequences } = judged;
  return {
    id: proposal.id,
    category: proposal.category,
    title: ctx.t(`panels.${panel.name}._`),
    proposed_by: proposal.proposer_name,
    is_own: proposal.proposer === ctx.actor.id,
    date_created: formatDatetime(new Date(proposal.date_created), ctx.zone),
    date_expired: formatDatetime(new Date(proposal.date_expired), ctx.zone),
    reason: refusal ? ctx.t(`errors.${refusal.key}`, refusal.params) : '',
    diff,
    consequences,
  };
};

const taken = async (id: string, ctx: Context): Promise<Proposal> => {
  const proposal = isUuid(id) ? await takeProposal(id, ctx.db) : undefined;
  if (!proposal) throw new AppError('object_does_not_exist');
  return proposal;
};

const tell = (key: 'settings_confirmed' | 'settings_refused', { proposer }: Proposal, ctx: Context) =>
  notify([proposer], { key, params: { by: displayOf(ctx.actor) } }, ctx.db, { sender: ctx.actor.id });

const confirm = async (id: string, deps: ForesightDeps, ctx: Context): Promise<void> => {
  const { settings } = deps;
  const proposal = await taken(id, ctx);
  // A second credential of the same user is no second person.
  if (proposal.proposer === ctx.actor.id || !(await ctx.engine.isStored(ctx.actor.id, ctx.db)))
    throw new AppError('permission_denied', {}, { messageKey: 'own_proposal' });
  // What other servers changed a moment ago counts.
  await settings.reload();
  const { panel, judged } = await judge(proposal, deps, ctx, true);
  const { refusal } = judged;
  if (refusal) throw new AppError('changed_meanwhile', refusal.params, { messageKey: refusal.key });
  const by: [string, string] = ['', proposal.proposer_name];
  await storeValues(panel, judged.values, settings, ctx, { [ctx.t('panels.proposal.by')]: by });
  await tell('settings_confirmed', proposal, ctx);
};

const refuse = async (id: string, ctx: Context): Promise<void> => {
  const proposal = await taken(id, ctx);
  const isOwn = proposal.proposer === ctx.actor.id;
  const panel = formNamed(proposal.category);
  if (panel)
    await ctx.engine.record(
      [
        {
          action: isOwn ? 'close' : 'reject',
          resource: panel.form,
          row: { id: panel.name },
          display: ctx.t('panels.proposal._'),
          diff: { [ctx.t('panels.proposal.by')]: ['', proposal.proposer_name] },
        },
      ],
      ctx,
    );
  if (!isOwn) await tell('settings_refused', proposal, ctx);
};

/** Registers listing, confirming and refusing changes of settings that wait for a second person. */
export const addProposals = (ports: HttpPorts, deps: ForesightDeps): void => {
  bind(ports, listProposals, async ({ ctx }) => {
    const found: SettingProposal[] = [];
    for (const proposal of await waitingProposals(ctx.db))
      if (formNamed(proposal.category)) found.push(await shown(proposal, deps, ctx));
    return found;
  });
  bind(ports, confirmProposal, async ({ ctx, params }) => confirm(params.id, deps, ctx));
  bind(ports, refuseProposal, async ({ ctx, params }) => refuse(params.id, ctx));
};
