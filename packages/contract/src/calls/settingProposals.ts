import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { settingCategories } from '../settings/catalogue.ts';
import { settingConsequences } from '../settings/consequences.ts';

const permission = settingCategories.second_person.permission;
const errors = ['object_does_not_exist', 'permission_denied', 'changed_meanwhile'] as const;

const proposal = z.object({
  id: z.uuid(),
  category: z.string(),
  title: z.string().describe('The panel'),
  proposed_by: z.string(),
  is_own: z.boolean().describe('Whether the caller proposed it, who can withdraw it but not confirm it'),
  date_created: z.string(),
  date_expired: z.string(),
  reason: z.string().describe('Why it can no longer be confirmed'),
  diff: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  consequences: settingConsequences.describe('What confirming it would lead to'),
});

/** A change of settings that waits for a second person. */
export type SettingProposal = z.output<typeof proposal>;

export const listProposals = defineCall('GET /api/v1/settings/proposals/', {
  summary: 'Changes of security settings that wait for a second person, newest first',
  permission,
  shows: {
    columns: {
      id: 'string',
      category: 'string',
      title: 'string',
      proposed_by: 'string',
      is_own: 'boolean',
      date_created: 'datetime',
      date_expired: 'datetime',
      reason: 'string',
      diff: 'list',
      consequences: 'list',
    },
  },
  answer: z.array(proposal),
});

export const confirmProposal = defineCall('POST /api/v1/settings/proposals/:id/confirm/', {
  summary: 'Makes a change of settings that another user proposed',
  permission,
  errors,
});

export const refuseProposal = defineCall('POST /api/v1/settings/proposals/:id/refuse/', {
  summary: 'Refuses a change of settings that waits, or withdraws your own',
  permission,
  errors,
});
