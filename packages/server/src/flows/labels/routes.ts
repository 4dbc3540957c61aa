import { labelActions } from '@gatehouse/contract/actions/inventory.ts';
import { bindLabel, listBindable, listBound, listLabelledTypes } from '@gatehouse/contract/calls/labels.ts';
import { label as labelDefinition } from '@gatehouse/contract/resources/labels/label.ts';
import { sql } from 'drizzle-orm';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { resourceTitle } from '../../engine/labels.ts';
import { findRow } from '../../engine/operations/read.ts';
import { plainPage } from '../../engine/routes/plainPage.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { containing } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { labelledTypes } from '../../resources/labels/labeledresource/labelledTypes.ts';
import { bindableRows, bindRows, rowsOfLabel, typeOf } from './labelledRows.ts';

const keys = async (term: string, ctx: Context) => {
  const rows = await ctx.db.rows<{
    name: string;
  }>(sql`select t.name from ${await visibleRows('labels.label', ctx)} t
    where t.name ilike ${containing(term)} group by t.name order by ${naturally(sql`t.name`)}`);
  return rows.map(({ name }) => name);
};

const appName = (app: string, ctx: Context): string => ctx.t(`inventory.apps.${app}`);

const typesOf = (ctx: Context) =>
  labelledTypes.map(({ key, number }) => {
    const [app = '', model = ''] = key.split('.');
    const name = resourceTitle(ctx.engine.resource(key), ctx);
    return { id: number, app_label: app, app_display: appName(app, ctx), model, name };
  });

const labelAndType = async ({ label, type }: { label: string; type: string }, ctx: Context) => ({
  label: await findRow(ctx.engine.resource(labelDefinition), label, ctx),
  type: typeOf(type, ctx),
});

/**
 * Registers label names, the types and rows that labels can be bound to, the rows of a label, and binding
 * many rows at once (reference 03 §7).
 */
export const addLabelRoutes = (ports: HttpPorts): void => {
  implement(ports, labelActions, { keys: ({ ctx, query }) => keys(query.search ?? '', ctx) });
  bind(ports, listLabelledTypes, async ({ ctx, request }) => plainPage(typesOf(ctx), request, ctx));
  bind(ports, listBindable, async ({ ctx, params, request }) =>
    pageOf(await bindableRows(typeOf(params.type, ctx), queryOf(request), ctx), request),
  );
  bind(ports, listBound, async ({ ctx, params, request }) => {
    const { label, type } = await labelAndType(params, ctx);
    return plainPage(await rowsOfLabel(label, type, queryOf(request), ctx), request, ctx);
  });
  bind(ports, bindLabel, async ({ ctx, params, body }) => {
    const { label, type } = await labelAndType(params, ctx);
    return bindRows(label, type, (await body()).res_ids, ctx);
  });
};
