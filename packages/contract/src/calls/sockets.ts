import { defineCall } from '../call/defineCall.ts';
import { anyFile, socket } from '../call/media.ts';

export const watchSiteMessages = defineCall('GET /ws/notifications/site-msg/', {
  summary: 'Number of your unread site messages, sent at the start and with every change',
  permission: 'validUser',
  answer: socket,
  errors: ['throttled'],
});

export const watchTaskLog = defineCall('GET /ws/ops/tasks/log/', {
  summary: 'The logs of runs, as they are written',
  permission: 'validUser',
  answer: socket,
  errors: ['throttled'],
});

export const chatWithAssistant = defineCall('GET /kael/chat/system/', {
  summary: 'Questions to the assistant and its answers',
  permission: 'validUser',
  answer: socket,
  errors: ['throttled'],
});

export const useTools = defineCall('GET /ws/setting/tools/', {
  summary:
    'Ping, telnet, nmap, tcpdump and traceroute from the server or a gateway: one request in, lines of text out',
  permission: 'rbac.view_systemtools|settings.view_setting',
  answer: socket,
  errors: ['throttled'],
});

export const takeTasks = defineCall('GET /ws/terminal-task/', {
  summary: 'For components: heartbeats in, tasks out',
  permission: 'serviceAccount',
  answer: socket,
  errors: ['throttled'],
});

export const passToGateway = defineCall(
  [
    'GET /koko',
    'POST /koko',
    'PUT /koko',
    'PATCH /koko',
    'DELETE /koko',
    'GET /koko/*',
    'POST /koko/*',
    'PUT /koko/*',
    'PATCH /koko/*',
    'DELETE /koko/*',
  ],
  {
    summary: 'Proxied to a gateway, which defines input and answer',
    permission: 'validUser',
    answer: { ...anyFile, ...socket },
    errors: ['gateway_unreachable', 'throttled'],
  },
);
