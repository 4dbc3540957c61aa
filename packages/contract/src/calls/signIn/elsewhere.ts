import { z } from 'zod';
import { defineCall } from '../../call/defineCall.ts';
import { htmlPage } from '../../call/media.ts';

const text = z.string().optional();

export const beginElsewhere = defineCall('GET /core/auth/:way/login/', {
  summary: 'Leads a browser to the other system by which it signs in',
  permission: 'public',
  query: z.object({ next: text.describe('Path of this site to continue to') }),
  answer: htmlPage,
  errors: ['not_found'],
});

export const finishElsewhere = defineCall('GET /core/auth/:way/callback/', {
  summary: 'Ends the sign-in of a browser that another system sent back with a proof',
  permission: 'public',
  query: z.object({ state: text, code: text, error: text, error_description: text }),
  answer: htmlPage,
  errors: ['not_found'],
});
