import { z } from 'zod';
import { written } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { htmlPage, media } from '../call/media.ts';

const time = z.union([z.number(), z.string()]).describe('Seconds, or what went wrong');

export const getHealth = defineCall(['GET /api/health/', 'GET /api/v1/health/'], {
  summary: 'Health of this server and its database',
  permission: 'public',
  answer: z.object({
    status: z.boolean(),
    db_status: z.boolean(),
    db_time: time,
    redis_status: z.boolean(),
    redis_time: time,
    time: z.int(),
  }),
});

export const keepSelection = defineCall('POST /api/v1/common/resources/cache/', {
  summary: 'Stores ids under a token for `?spm=`, for five minutes',
  permission: 'validUser',
  body: z.object({ resources: z.union([z.array(written), written]).optional() }),
  answer: z.object({ spm: z.string() }),
});

export const undoChange = defineCall('POST /api/v1/common/undo/', {
  summary:
    'Undoes a batch change or a deletion of yours, within half a minute, as far as its rows are as it left them',
  permission: 'validUser',
  body: z.object({ token: z.uuid() }),
  answer: z.object({
    restored: z.int(),
    left: z
      .array(z.object({ id: z.string(), name: z.string(), reason: z.enum(['changed', 'taken', 'missing']) }))
      .describe(
        'Rows left as they are: changed since, their name taken since, or what they belong to deleted',
      ),
  }),
  errors: ['undo_expired'],
});

export const foreseeUndoOfChange = defineCall('POST /api/v1/common/undo/forecast/', {
  summary: 'Whether a change of rows that you may make can be undone; changes nothing',
  permission: 'validUser',
  body: z.object({
    place: z.string().max(100).describe('Address of the rows, as `assets/hosts`'),
    change: z.enum(['delete', 'change']),
    ids: z.array(z.string().max(64)).max(10_000),
  }),
  answer: z.object({
    can_be_undone: z.boolean(),
    most: z.int().describe('Maximum number of rows, with all that depends on them, that an undo can hold'),
  }),
  errors: ['not_found'],
});

export const getApiDescription = defineCall('GET /api/swagger.json', {
  summary: 'This description',
  permission: 'validUser',
  answer: z.record(z.string(), z.unknown()),
});

export const getApiDescriptionAsYaml = defineCall('GET /api/swagger.yaml', {
  summary: 'This description as YAML',
  permission: 'validUser',
  answer: media('application/yaml'),
});

export const getApiPage = defineCall(['GET /api/docs/', 'GET /api/redoc/'], {
  summary: 'This description as a page',
  permission: 'validUser',
  answer: htmlPage,
});

export const getApiPageFile = defineCall('GET /api/docs/assets/:file', {
  summary: 'Files of that page',
  permission: 'validUser',
  answer: media('text/javascript', 'text/css'),
  errors: ['not_found'],
});
