import { findEndpoint, listOraclePorts } from '@gatehouse/contract/calls/terminal.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Database } from '../../platform/database.ts';
import { allEndpoints } from '../../resources/terminal/endpoint/relations.ts';
import { allEndpointRules } from '../../resources/terminal/endpointrule/relations.ts';
import { authorizeToken } from '../connect/authorizeToken.ts';
import { chooseEndpoint, type Rule } from './chooseEndpoint.ts';
import { targetOf } from './target.ts';

const candidates = async (db: Database) => ({
  endpoints: await db.rows<Row<typeof endpoint>>(sql`select e.* from ${allEndpoints} e`),
  rules: await db.rows<Rule>(
    sql`select r.ip_group, r.endpoint::text as endpoint from ${allEndpointRules} r where r.is_active order by r.priority`,
  ),
});

/** The address at which the client reached this server; the default endpoint has no other. */
const portsOf = ({ protocol, port }: FastifyRequest) =>
  protocol === 'https'
    ? { https_port: Number(port) || 443, http_port: 0 }
    : { https_port: 0, http_port: Number(port) || 80 };

/** Serves the choice of the endpoint for a connection: the host and the ports that a client uses. */
export const addSmartEndpoint = (ports: HttpPorts): void => {
  // No endpoint has a port for Oracle clients (decision 0305).
  bind(ports, listOraclePorts, async () => []);
  bind(ports, findEndpoint, async ({ ctx, query, request }) => {
    await authorizeToken(query.token, ctx);
    if (!query.protocol) return whole({ status: 404, body: { error: 'protocol' } });
    const chosen = chooseEndpoint(await candidates(ctx.db), await targetOf(query, ctx), query.protocol);
    if (!chosen) throw new AppError('not_found');
    const shown = await presentOne(ctx.engine.resource(endpoint), chosen, ctx);
    const { https_port, http_port } = shown;
    const isOwn = chosen.id === DEFAULT_ENDPOINT_ID && https_port === 0 && http_port === 0;
    return { ...shown, host: shown.host || request.hostname, ...(isOwn && portsOf(request)) };
  });
};
