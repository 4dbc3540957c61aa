import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { anyFile, htmlPage, redirect } from '../call/media.ts';

const unbuilt = { 503: z.string().describe('The console has not been built yet') };

export const goHome = defineCall('GET /', {
  summary: 'Leads to the console, or to the sign-in page',
  permission: 'public',
  answer: redirect,
});

export const getConsole = defineCall('GET /ui', {
  summary: 'The console',
  permission: 'public',
  answer: htmlPage,
  otherwise: unbuilt,
});

export const getConsoleAsset = defineCall('GET /ui/assets/*', {
  summary: 'A script, style sheet or picture of the console and the web terminal',
  permission: 'public',
  isSameForAll: true,
  answer: anyFile,
  errors: ['not_found'],
});

export const getConsoleFile = defineCall('GET /ui/*', {
  summary: 'A file of the console, or its page: the console reads the rest of the path',
  permission: 'public',
  answer: anyFile,
  otherwise: unbuilt,
  errors: ['not_found'],
});

export const getWebTerminal = defineCall('GET /luna', {
  summary: 'The web terminal',
  permission: 'public',
  answer: htmlPage,
  otherwise: unbuilt,
});

export const getWebTerminalPage = defineCall('GET /luna/*', {
  summary: 'The page of the web terminal, which reads the rest of the path',
  permission: 'public',
  answer: anyFile,
  otherwise: unbuilt,
});

export const getMedia = defineCall('GET /media/*', {
  summary: 'A stored upload, or a recording for users who may see recordings',
  permission: 'public',
  answer: anyFile,
  otherwise: { 206: z.unknown().describe('The requested part'), 416: z.literal('') },
  errors: ['not_found', 'not_authenticated'],
});

export const getStaticFile = defineCall('GET /static/:file', {
  summary: 'A file of the pages of the server',
  permission: 'public',
  answer: anyFile,
  errors: ['not_found'],
});
