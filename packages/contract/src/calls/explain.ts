import { z } from 'zod';
import { neededId, neededText, uuid, writtenId } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { media } from '../call/media.ts';
import { listOf } from '../call/rowOf.ts';
import { explainLimits, explainReasons, explainSteps, stepOutcomes } from '../perms/explain.ts';
import { accessReasons } from '../policy/access.ts';
import { limitReasons } from '../policy/rules.ts';

/** Explaining shows users, assets and what permissions say of them. */
const permission = ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'] as const;

const named = z.object({ id: uuid, name: z.string() });

const passedOver = z.object({ ...named.shape, reason: z.enum(limitReasons) });

const path = {
  is_direct: z.boolean().describe('Names the user'),
  groups: z.array(named).describe('Groups of the user that it names'),
  is_on_asset: z.boolean().describe('Names the asset'),
  nodes: z.array(named).describe('Nodes at or above the asset that it names, by their full path'),
};

const grant = z.object({
  ...named.shape,
  ...path,
  decides: z.boolean(),
  reason: z.enum(accessReasons).nullable().describe('Why it does not decide'),
  is_active: z.boolean(),
  date_start: z.string(),
  date_expired: z.string(),
  accounts: z.array(z.string()),
  protocols: z.array(z.string()),
  actions: z.array(z.string()),
});

const step = z.object({
  step: z.enum(explainSteps),
  outcome: z.enum(stepOutcomes),
  reason: z.enum(explainReasons).nullable().describe('Why, where no rule says it'),
  rule: z
    .object({ ...named.shape, priority: z.int() })
    .nullable()
    .describe('The rule that decides'),
  reviewers: z.array(z.string()).describe('Who may decide, or is told, as `name(username)`'),
  passed_over: z.array(passedOver).describe('The first rules that do not decide, the nearest before others'),
  passed_over_count: z.int(),
  settings: z
    .array(z.string())
    .describe('Names of the settings by which it decides, that the caller may see'),
});

const limit = z.object({
  name: z.enum(explainLimits),
  most: z.int().describe('Requests in a minute, of `api` in a second'),
  seconds: z.int().describe('Until the next one passes'),
});

export const explainAccess = defineCall('POST /api/v1/perms/explain/', {
  summary: 'What would happen if a user connected to an asset, and why',
  permission,
  body: z.object({
    user: neededId,
    asset: neededId,
    account: neededText.max(128, 'max_length').describe('Name, id, `@INPUT`, `@USER` or `@ANON`'),
    protocol: neededText.max(32, 'max_length'),
    input_username: z.string().max(128, 'max_length').optional().describe('What is typed for `@INPUT`'),
    connect_method: z.string().max(32, 'max_length').optional(),
    address: z.string().max(64, 'max_length').optional().describe('Where the user is; empty: not known'),
    date: z.iso.datetime({ offset: true, error: 'invalid_datetime' }).optional().describe('Default: now'),
    command: z.string().max(4_096, 'max_length').optional().describe('A line the user runs'),
  }),
  answer: z.object({
    outcome: z.enum(['allow', 'review', 'reject']),
    decided_by: z.enum(explainSteps).nullable().describe('The first step that refuses or lets wait'),
    steps: z.array(step),
    hidden: z.array(z.enum(explainSteps)).describe('Steps that the caller may not see'),
    sign_in: z.object({
      lock: z
        .enum(['none', 'here', 'elsewhere', 'unknown'])
        .describe('Where the user is locked out; `here` refuses, `unknown` at another time than now'),
      minutes: z.int().nullable().describe('How long the lock that refuses lasts'),
      mfa: z.enum(['code', 'enrolment']).nullable().describe('What is asked for after the password'),
      password: z
        .enum(['password_expired', 'need_update_password'])
        .nullable()
        .describe('Why a new password has to be chosen first'),
      limit: limit.nullable().describe('The limit that refuses'),
      others: z.int().nullable().describe('Open sign-ins that this one ends; null: it ends none'),
    }),
    user: z.object({
      ...named.shape,
      username: z.string(),
      date_expired: z.string().nullable().describe('Until when the user may sign in'),
    }),
    asset: z.object({ ...named.shape, address: z.string() }),
    account: z
      .object({ alias: z.string(), username: z.string(), actions: z.array(z.string()) })
      .nullable()
      .describe('The account that permissions grant'),
    date: z.string(),
    grants: z.array(grant).describe('Permissions between user and asset, deciding ones first'),
    grants_count: z.int(),
    filters: z
      .array(z.object({ ...named.shape, action: z.enum(['reject', 'accept', 'review', 'warning']) }))
      .describe('The first command filters that judge what the user runs'),
    filters_count: z.int(),
    command: z
      .object({
        line: z.string(),
        group: z.string().describe('Name of the command group that matches'),
        matched: z.string(),
        is_unparsed: z.boolean().describe('Not all of it could be read as shell'),
      })
      .nullable(),
  }),
  errors: ['invalid'],
});

export const listExplainChoices = defineCall('GET /api/v1/perms/explain/choices/', {
  summary: 'Accounts, protocols and ways to connect that can be asked about on an asset',
  permission,
  query: z.object({ asset: writtenId }),
  answer: z.object({
    accounts: z.array(z.object({ alias: z.string(), username: z.string() })),
    protocols: z.array(z.string()),
    methods: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  errors: ['invalid'],
});

const reach = {
  accounts: z.array(z.string()).describe('What the user may connect as now; empty where no account fits'),
  protocols: z.array(z.string()),
  paths: z.array(z.object({ ...named.shape, ...path })).describe('The permissions in force that lead there'),
  date_expired: z.string().nullable().describe('When the last of these accounts expires'),
};

const reachColumns = {
  accounts: 'list',
  protocols: 'list',
  paths: 'field',
  date_expired: 'datetime',
} as const;

const asFile = {
  permission,
  isList: true,
  answer: media('text/csv', 'application/xlsx'),
  errors: ['invalid', 'not_acceptable'],
} as const;

const format = z.string().optional().describe('`csv`, as by default, or `xlsx`');

export const listUsersReaching = defineCall('GET /api/v1/perms/explain/users/', {
  summary: 'Users who reach an asset now, with the permissions that lead there',
  permission,
  isList: true,
  query: z.looseObject({ asset: writtenId }),
  shows: { columns: { id: 'string', name: 'string', username: 'string', ...reachColumns } },
  answer: listOf(z.object({ ...named.shape, username: z.string(), ...reach })),
  errors: ['invalid'],
});

export const listAssetsReached = defineCall('GET /api/v1/perms/explain/assets/', {
  summary: 'Assets that a user reaches now, with the permissions that lead there',
  permission,
  isList: true,
  query: z.looseObject({ user: writtenId }),
  shows: { columns: { id: 'string', name: 'string', address: 'string', ...reachColumns } },
  answer: listOf(z.object({ ...named.shape, address: z.string(), ...reach })),
  errors: ['invalid'],
});

export const exportUsersReaching = defineCall('GET /api/v1/perms/explain/users/file/', {
  ...asFile,
  summary: 'All users who reach an asset now, as a file',
  query: z.looseObject({ asset: writtenId, format }),
});

export const exportAssetsReached = defineCall('GET /api/v1/perms/explain/assets/file/', {
  ...asFile,
  summary: 'All assets that a user reaches now, as a file',
  query: z.looseObject({ user: writtenId, format }),
});
