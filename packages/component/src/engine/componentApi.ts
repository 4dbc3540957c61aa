import {
  FORMER_KEY_HEADER,
  TERMINAL_CONFIG_PATH,
  TERMINAL_STATUS_PATH,
  TERMINAL_TASKS_PATH,
  type TerminalConfig,
  type TerminalStatus,
  type TerminalTask,
  terminalConfigSchema,
  terminalTaskSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import { z } from 'zod';
import type { Http, HttpRequest } from '../platform/http.ts';
import { type AccessKey, newNonce, signedHeaders } from '../platform/signature.ts';

/**
 * Sends a request as this component: signed, in the root organization, because rows name their own
 * organization. A former key of this component proves that it is the same by signing the request too.
 */
export type SignedSend = (request: HttpRequest & { former?: AccessKey }) => Promise<unknown>;

/** Signs each request with the current access key. */
export const createSignedSend =
  (deps: { http: Http; key: () => AccessKey }): SignedSend =>
  ({ former, ...request }) =>
    deps.http.send({
      ...request,
      sign: (digest) => {
        const { method, path } = request;
        const signed = { method, path, date: new Date(), digest, nonce: newNonce() };
        const proof = former && { [FORMER_KEY_HEADER]: signedHeaders(former, signed).authorization };
        return { ...signedHeaders(deps.key(), signed), ...proof };
      },
    });

/** The calls every component makes. */
export type ComponentApi = {
  config: () => Promise<TerminalConfig>;
  /** Sends a heartbeat; returns the open tasks. */
  heartbeat: (status: TerminalStatus) => Promise<TerminalTask[]>;
  finishTask: (id: string) => Promise<void>;
};

/** The calls every component makes, over signed requests. */
export const createComponentApi = (send: SignedSend): ComponentApi => ({
  config: async () => terminalConfigSchema.parse(await send({ method: 'GET', path: TERMINAL_CONFIG_PATH })),
  heartbeat: async (status) =>
    z
      .array(terminalTaskSchema)
      .catch([])
      .parse(await send({ method: 'POST', path: TERMINAL_STATUS_PATH, json: status })),
  finishTask: async (id) => {
    await send({ method: 'PATCH', path: `${TERMINAL_TASKS_PATH}${id}/`, json: { is_finished: true } });
  },
});
