import type { FastifyInstance, FastifyRequest } from 'fastify';
import { counting, type QueryTally } from '../platform/queryTally.ts';

/** Number of queries that every request makes; the header does not count them. */
const everyRequest = 2;

/** Reports the number of queries with every answer; for developers. */
export const addSqlCount = (app: FastifyInstance): void => {
  const tallies = new WeakMap<FastifyRequest, QueryTally>();
  app.addHook('onRequest', (request, _reply, done) => {
    const tally = { queries: 0 };
    tallies.set(request, tally);
    counting(tally, done);
  });
  // Reading the body leaves the request's async context, so the tally is set again.
  app.addHook('preValidation', (request, _reply, done) => {
    const tally = tallies.get(request);
    if (tally) counting(tally, done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    const queries = tallies.get(request)?.queries ?? 0;
    reply.header('x-jms-sql-count', Math.max(0, queries - everyRequest));
  });
};
