import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { listOf, orShort, rowOf } from '../call/rowOf.ts';
import { operatelog } from '../resources/audits/operatelog.ts';
import { userloginlog } from '../resources/audits/userloginlog.ts';

const notFound = ['object_does_not_exist'] as const;

export const getOperation = defineCall('GET /api/v1/audits/operate-logs/:id/', {
  summary: 'An operation; with `type=action_detail` what it changed',
  permission: 'audits.view_operatelog',
  query: z.object({ type: z.string().optional(), fields_size: z.string().optional() }),
  answer: orShort(
    rowOf(operatelog),
    z.object({
      diff: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  errors: notFound,
});

export const listOwnLogins = defineCall('GET /api/v1/audits/my-login-logs/', {
  summary: 'Your attempts to sign in',
  permission: 'validUser',
  isList: true,
  shows: { rows: 'audits.userloginlog' },
  answer: listOf(rowOf(userloginlog)),
});

export const listActivities = defineCall('GET /api/v1/audits/activities/', {
  summary: 'Activity of a row, newest first',
  permission: 'audits.view_activitylog',
  query: z.looseObject({ resource_id: z.string().optional() }),
  isList: true,
  answer: listOf(
    z.object({
      id: z.string(),
      timestamp: z.string(),
      detail_url: z.string(),
      content: z.string(),
      r_type: z.string(),
    }),
  ),
});
