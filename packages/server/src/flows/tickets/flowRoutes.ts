import { type FieldErrors, type Message, ValidationError } from '@gatehouse/contract/errors.ts';
import { ticketflow } from '@gatehouse/contract/resources/tickets/ticketflow.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import type { Context } from '../../engine/context.ts';
import { type Handler, type HttpPorts, rowId } from '../../engine/http.ts';
import { refuseStale } from '../../engine/operations/etag.ts';
import { findRow } from '../../engine/operations/read.ts';
import { createMany, refuseTooMany, update } from '../../engine/operations/write.ts';
import type { Resource, Row, Values } from '../../engine/resource.ts';
import { tagged } from '../../engine/routes/resourceRoutes.ts';
import { addressesOf, serveVerb } from '../../engine/routes/serveVerb.ts';

const url = '/api/v1/tickets/flows/';

/** Served here: an organization that changes the general flow gets its own. */
export const replacedByFlows = addressesOf([url], 'replace', 'patch', 'replaceMany', 'patchMany');

type Change = { id: string; body: unknown; method: 'PUT' | 'PATCH'; ifMatch?: string };

/** A flow for the organization, made from the general one with the requested changes. */
const copyOf = async (
  resource: Resource<typeof ticketflow>,
  row: Row<typeof ticketflow>,
  { body, method }: Change,
  ctx: Context,
): Promise<Row<typeof ticketflow>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ValidationError({ non_field_errors: [{ key: 'not_an_object' }] });
  const { type, approval_level, rules } = row;
  const values = { ...(method === 'PATCH' && { type, approval_level, rules }), ...body };
  const [outcome] = await createMany(resource, [{ ...values, id: undefined }], ctx, { alone: true });
  if (outcome?.errors) throw new ValidationError(outcome.errors);
  return outcome?.row as Row<typeof ticketflow>;
};

const change = async (
  resource: Resource<typeof ticketflow>,
  sent: Change,
  ctx: Context,
): Promise<Row<typeof ticketflow>> => {
  const row = await findRow(resource, sent.id, ctx);
  if (row.org_id === ROOT_ORG_ID && !ctx.org.isRoot) {
    await refuseStale(resource, row, sent.ifMatch, ctx);
    return copyOf(resource, row, sent, ctx);
  }
  const mode = sent.method === 'PUT' ? 'replace' : 'patch';
  return update(resource, sent.id, sent.body, mode, ctx, { ifMatch: sent.ifMatch });
};

type Faults = FieldErrors | Message[];

/** Changes several flows; errors are aligned with the input, and any error undoes all changes. */
const changeMany = async (
  resource: Resource<typeof ticketflow>,
  body: unknown,
  method: Change['method'],
  ctx: Context,
) => {
  if (!Array.isArray(body)) throw new ValidationError({ non_field_errors: [{ key: 'not_a_list' }] });
  refuseTooMany(body);
  const rows: Row<typeof ticketflow>[] = [];
  const faults: Faults[] = [];
  for (const item of body as (Values | null)[]) {
    const id = item?.id ?? item?.pk;
    try {
      if (id === undefined || id === null) throw new ValidationError([{ key: 'id_or_pk' }]);
      rows.push(await change(resource, { id: sentText(id), body: item, method }, ctx));
      faults.push({});
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      faults.push(error.fields as Faults);
    }
  }
  if (faults.some((fault) => Object.keys(fault).length)) throw new ValidationError(faults);
  return rows;
};

/** Registers changing approval flows (reference 06 §C.6). */
export const addFlowRoutes = (ports: HttpPorts): void => {
  const resource = ports.engine.resource(ticketflow);
  const changing =
    (method: Change['method']): Handler =>
    async (ctx, request) => {
      const ifMatch = request.headers['if-match'];
      const sent = { id: rowId(request), body: request.body, method, ...(ifMatch && { ifMatch }) };
      return tagged(resource, await change(resource, sent, ctx), ctx);
    };
  const changingMany =
    (method: Change['method']): Handler =>
    async (ctx, request) => {
      const rows = await changeMany(resource, request.body, method, ctx);
      const wire = rows.map((row) => async () => (await tagged(resource, row, ctx)).body);
      return { body: await ctx.db.together(wire) };
    };
  serveVerb(ports, resource, 'replace', changing('PUT'));
  serveVerb(ports, resource, 'patch', changing('PATCH'));
  serveVerb(ports, resource, 'replaceMany', changingMany('PUT'));
  serveVerb(ports, resource, 'patchMany', changingMany('PATCH'));
};
