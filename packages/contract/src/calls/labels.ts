import { z } from 'zod';
import { written } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { paging } from '../call/paging.ts';
import { listOf } from '../call/rowOf.ts';
import { contentType, showsContentTypes } from '../permissions/contentType.ts';

const notFound = ['object_does_not_exist'] as const;

const shows = { columns: { id: 'string', name: 'string' } } as const;
const bindable = z.object({ id: z.union([z.string(), z.int()]), name: z.string() });

export const listLabelledTypes = defineCall('GET /api/v1/labels/resource-types/', {
  summary: 'Types that labels can be bound to',
  permission: 'rbac.view_contenttype',
  query: z.object(paging),
  ...showsContentTypes,
  answer: listOf(contentType),
});

export const listBindable = defineCall('GET /api/v1/labels/resource-types/:type/resources/', {
  summary: 'Rows of a type that a label can be bound to, a page at a time',
  permission: 'rbac.view_contenttype',
  query: z.object({
    search: z.string().optional(),
    limit: z.string().optional(),
    offset: z.string().optional(),
  }),
  shows,
  answer: listOf(bindable),
  errors: notFound,
});

export const listBound = defineCall('GET /api/v1/labels/labels/:label/resource-types/:type/resources/', {
  summary: 'Rows of a type that have a label',
  permission: 'labels.view_labeledresource',
  query: z.object({
    search: z.string().optional(),
    bound: z.string().optional().describe('0: those that do not have it'),
    ...paging,
  }),
  shows,
  answer: listOf(bindable),
  errors: notFound,
});

export const bindLabel = defineCall('PUT /api/v1/labels/labels/:label/resource-types/:type/resources/', {
  summary: 'Binds a label to exactly these rows of a type',
  permission: 'labels.change_labeledresource',
  body: z.object({ res_ids: z.array(written).optional().catch(undefined) }),
  answer: z.object({ total: z.int() }),
  errors: notFound,
});
