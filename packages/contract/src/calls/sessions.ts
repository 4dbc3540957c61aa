import { z } from 'zod';
import { ok } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { listOf, rowOf } from '../call/rowOf.ts';
import { session } from '../resources/terminal/session.ts';
import { type CommandRow, type InsecureCommand, takenOverSchema } from '../wire/terminal.ts';

const notFound = ['object_does_not_exist'] as const;

export const takeOverSession = defineCall('POST /api/v1/terminal/sessions/:id/take-over/', {
  summary: 'For components: takes over a session that the component recorded before it was deleted',
  permission: 'serviceAccount',
  answer: takenOverSchema,
  errors: notFound,
});

export const listOwnSessions = defineCall('GET /api/v1/terminal/my-sessions/', {
  summary: 'Your sessions in every organization',
  permission: 'validUser',
  isList: true,
  shows: { rows: 'terminal.session', mentions: { terminal: 'object_related_field' } },
  answer: listOf(rowOf(session)),
});

export const reportCommands = defineCall('POST /api/v1/terminal/commands/', {
  summary: 'For components: reports commands; those already reported are skipped',
  permission: 'terminal.add_command',
  body: z.unknown().meta({ type: 'array' }) as z.ZodType<unknown, CommandRow[]>,
  status: 201,
  answer: ok,
  otherwise: { 401: z.object({ msg: z.literal('invalid'), errors: z.array(z.string()) }) },
});

export const reportInsecureCommands = defineCall('POST /api/v1/terminal/commands/insecure-command/', {
  summary: 'For components: tells of commands that a filter refused or watches, without storing any',
  permission: 'terminal.add_command',
  body: z.unknown().meta({ type: 'array' }) as z.ZodType<unknown, InsecureCommand[]>,
  answer: z.object({ msg: z.literal('ok') }),
  otherwise: { 401: z.object({ msg: z.literal('invalid'), errors: z.array(z.string()) }) },
  errors: notFound,
});
