import { z } from 'zod';
import { written } from '../call/bodyFields.ts';
import { defineActions } from '../call/defineActions.ts';
import { anyFile, files } from '../call/media.ts';
import { ftplog } from '../resources/audits/ftplog.ts';
import { messagelog } from '../resources/audits/messagelog.ts';
import { usersession } from '../resources/audits/usersession.ts';

export const ftpLogActions = defineActions(ftplog, {
  downloadFile: { summary: 'The kept copy of a transferred file', answer: anyFile },
  uploadFile: {
    summary: 'For components: keeps a copy of a transferred file',
    body: files,
    status: 201,
    answer: z.object({ url: z.string() }),
    otherwise: { 401: z.object({ msg: z.object({ file: z.array(z.string()) }) }) },
    errors: ['file_content_overflowed'],
  },
});

export const messageLogActions = defineActions(messagelog, {
  sendAgain: { summary: 'Sends a message again', answer: z.object({ detail: z.literal('ok') }) },
});

export const userSessionActions = defineActions(usersession, {
  offline: { summary: 'Ends sessions of users', body: z.object({ ids: z.array(written).catch([]) }) },
});
