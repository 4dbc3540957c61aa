import { addRoute, type HttpPorts } from '../engine/http.ts';
import { objectOf, oneOrMany, text, uuid } from '../engine/openapi/schema.ts';

/** Seconds a selection token lives (protocol reference §6.4). */
const lifetime = 300;
/** Most ids one token keeps. */
const mostIds = 100_000;

/** `POST /common/resources/cache/`: keeps selected ids under a token, for bulk deletion, exports and preloading. */
export const addSelectionRoute = (ports: HttpPorts): void =>
  addRoute(ports, {
    method: 'POST',
    url: '/api/v1/common/resources/cache/',
    need: 'validUser',
    docs: {
      summary: 'Keeps ids under a token for `?spm=`, for five minutes',
      status: 200,
      body: objectOf({ resources: oneOrMany(text) }),
      answer: objectOf({ spm: uuid }),
    },
    handle: async (ctx, request) => {
      const { resources } = (request.body ?? {}) as { resources?: unknown };
      const ids = (Array.isArray(resources) ? resources : resources === undefined ? [] : [resources])
        .slice(0, mostIds)
        .map(String);
      return { body: { spm: await ctx.engine.remember(ids, lifetime, ctx.db) } };
    },
  });
