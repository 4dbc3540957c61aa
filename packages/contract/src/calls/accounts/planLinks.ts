import { z } from 'zod';
import { ok, uuid } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { defineForm } from '../../call/defineForm.ts';
import { listOf, partOf } from '../../call/rowOf.ts';
import { field } from '../../resource/fields.ts';
import { asset } from '../../resources/assets/asset.ts';

const ofPlan = { app: 'accounts', name: 'changesecretautomation', mode: 'patch' } as const;
/** What a plan names, as its relation addresses take and tell it (reference 04 §7.3). */
const assets = defineForm({
  ...ofPlan,
  fields: { id: field.uuid(), assets: field.refs({ to: 'assets.asset' }) },
});
const nodes = defineForm({
  ...ofPlan,
  fields: { id: field.uuid(), nodes: field.refs({ to: 'assets.node' }) },
});

const changed = z.object({ msg: ok });
const shown = ['id', 'name', 'address'] as const;

/** The calls that show and change what plans of a kind name, at the addresses and with the permissions of the kind. */
const planLinks = <const Path extends string>(path: Path, name: string) => {
  const at = `/api/v1/accounts/${path}/:id` as const;
  const change = { permission: `accounts.change_${name}`, errors: ['object_does_not_exist'] } as const;
  return {
    getAssets: defineCall([`GET ${at}/asset/add/`, `GET ${at}/asset/remove/`], {
      ...change,
      summary: 'The assets that a plan names itself',
      shows: { form: assets },
      answer: z.object({ id: uuid, assets: z.array(uuid) }),
    }),
    addAssets: defineCall([`PUT ${at}/asset/add/`, `PATCH ${at}/asset/add/`], {
      ...change,
      summary: 'Adds assets to a plan',
      body: assets,
      answer: changed,
    }),
    removeAssets: defineCall([`PUT ${at}/asset/remove/`, `PATCH ${at}/asset/remove/`], {
      ...change,
      summary: 'Removes assets from a plan',
      body: assets,
      answer: changed,
    }),
    getNodes: defineCall(`GET ${at}/nodes/`, {
      ...change,
      summary: 'The nodes of a plan',
      shows: { form: nodes },
      answer: z.object({ id: uuid, nodes: z.array(uuid) }),
    }),
    changeNodes: defineCall([`PUT ${at}/nodes/`, `PATCH ${at}/nodes/`], {
      ...change,
      summary: 'Adds nodes to a plan, or removes them',
      query: z.object({ action: z.enum(['add', 'remove'], 'invalid_choice') }),
      body: nodes,
      answer: changed,
    }),
    listAssets: defineCall(`GET ${at}/assets/`, {
      summary: 'The assets of a plan, with those on and below its nodes',
      permission: ['assets.view_asset', `accounts.view_${name}`],
      isList: true,
      shows: { rows: 'assets.asset', fields: shown },
      answer: listOf(partOf(asset, shown)),
      errors: ['object_does_not_exist'],
    }),
  };
};

/** What plans that change secrets name. */
export const changePlanLinks = planLinks('change-secret', 'changesecretautomation');

/** What plans that push accounts name. */
export const pushPlanLinks = planLinks('push-account', 'pushaccountautomation');

/** The calls of a kind of plans. */
export type PlanLinks = ReturnType<typeof planLinks<string>>;
