import { panel } from './panel.ts';

/** What every user of the console is told. */
export const announcement = panel('announcement', {
  page: 'features',
  tab: 'Announcement',
  groups: { basic: ['ANNOUNCEMENT_ENABLED', 'ANNOUNCEMENT'] },
});

/** Requests for access. */
export const ticket = panel('ticket', {
  page: 'features',
  tab: 'Ticket',
  licence: true,
  groups: {
    basic: ['TICKETS_ENABLED', 'TICKETS_DIRECT_APPROVE'],
    permission: ['TICKET_AUTHORIZE_DEFAULT_TIME', 'TICKET_AUTHORIZE_DEFAULT_TIME_UNIT'],
  },
});

/** How many versions of a secret are kept, and where. */
export const vault = panel('vault', {
  page: 'features',
  tab: 'Vault',
  licence: true,
  groups: {
    basic: ['HISTORY_ACCOUNT_CLEAN_LIMIT'],
    storage: ['VAULT_ENABLED', 'VAULT_HCP_HOST', 'VAULT_HCP_TOKEN', 'VAULT_HCP_MOUNT_POINT'],
  },
});

/** Whether users have a job center, and which commands their jobs may not run. */
export const ops = panel('ops', {
  page: 'features',
  tab: 'Ops',
  groups: {
    basic: ['SECURITY_COMMAND_EXECUTION', 'SECURITY_COMMAND_BLACKLIST'],
    approval: ['JOB_APPROVAL', 'JOB_APPROVAL_MACHINES', 'JOB_APPROVAL_HOURS'],
  },
});

/** The assistant: whether it is on, which model answers, and how that model is reached. */
export const chat = panel('chat', {
  page: 'features',
  tab: 'Chat',
  groups: {
    basic: ['CHAT_AI_ENABLED', 'GPT_MODEL'],
    service: ['GPT_BASE_URL', 'GPT_API_KEY', 'GPT_PROXY'],
  },
});
