import type { FastifyInstance, FastifyRequest } from 'fastify';
import { counting, type QueryTally } from '../platform/queryTally.ts';

/** Queries the protocol leaves out: they are the same for every request, whatever it asks. */
const everyRequest = 2;

/** Tells with every answer what it cost in queries; for people who develop. */
export const addSqlCount = (app: FastifyInstance): void => {
  const tallies = new WeakMap<FastifyRequest, QueryTally>();
  app.addHook('onRequest', (request, _reply, done) => {
    const tally = { queries: 0 };
    tallies.set(request, tally);
    counting(tally, done);
  });
  // The body arrived by events of the connection, which know nothing of the request.
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
