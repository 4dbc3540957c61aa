import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import type { Grants } from './grants.ts';
import type { Subject } from './subject.ts';

/** A request about the assets a user may use, with what every handler needs. */
export type AssetLookup = {
  subject: Subject;
  grants: Grants;
  query: URLSearchParams;
  request: FastifyRequest;
  ctx: Context;
  /** Whether individually granted assets are shown apart from the tree. */
  ungrouped: boolean;
};
