import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type ComponentApi,
  createComponentApi,
  createSignedSend,
} from '@gatehouse/component/engine/componentApi.ts';
import { createSessionApi, type SessionApi, sessionPath } from '@gatehouse/component/engine/sessionApi.ts';
import type { Http } from '@gatehouse/component/platform/http.ts';
import { type AccessKey, digestOf } from '@gatehouse/component/platform/signature.ts';
import {
  COMMAND_REVIEW_PATH,
  type CommandReview,
  commandReviewSchema,
  JOIN_VALIDATE_PATH,
  type ReviewState,
  reviewStateSchema,
  TAKE_OVER_STEP,
  type TakenOver,
  takenOverSchema,
} from '@gatehouse/contract/wire/terminal.ts';
import { z } from 'zod';

/** The server as a gateway sees it. */
export type CoreApi = ComponentApi &
  SessionApi & {
    /** Takes over a session of the deleted component that had this key. */
    takeOver: (id: string, former: AccessKey) => Promise<TakenOver['state']>;
    /** Streams a gzipped asciicast. */
    uploadReplay: (id: string, path: string) => Promise<void>;
    /**
     * Opens a review of a command; `check` and `close` are the paths to ask and to withdraw. `language` is that of a
     * refusal.
     */
    openCommandReview: (
      request: CommandReview,
      language: string | undefined,
    ) => Promise<{ check: string; close: string }>;
    reviewState: (path: string) => Promise<{ state: ReviewState; by: string }>;
    closeReview: (path: string) => Promise<void>;
    /** Checks that a user may watch a session; returns the user's display name. */
    validateJoin: (request: { session_id: string; user_id: string; visitor: string }) => Promise<string>;
  };

/** Multipart body of a recording's upload: one field, one file, streamed. */
const replayBody = async (id: string, path: string) => {
  const boundary = `gatehouse-${crypto.randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${id}.cast.gz"\r\n` +
      'Content-Type: application/gzip\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { size } = await stat(path);
  const parts = async function* () {
    yield head;
    yield* createReadStream(path);
    yield tail;
  };
  return {
    body: Readable.from(parts(), { objectMode: false }),
    length: head.length + size + tail.length,
    type: `multipart/form-data; boundary=${boundary}`,
    // Read twice: the signature is sent before the body.
    digest: await digestOf(parts()),
  };
};

/**
 * The calls of a gateway, each signed and made in the root organization, because rows name their own
 * organization.
 */
export const createCoreApi = (deps: { http: Http; key: () => AccessKey }): CoreApi => {
  const send = createSignedSend(deps);

  return {
    ...createComponentApi(send),
    ...createSessionApi(send),
    takeOver: async (id, former) => {
      const path = `${sessionPath(id)}${TAKE_OVER_STEP}`;
      return takenOverSchema.parse(await send({ method: 'POST', path, former, json: {} })).state;
    },
    uploadReplay: async (id, path) => {
      const stream = await replayBody(id, path);
      await send({ method: 'POST', path: `${sessionPath(id)}replay/`, stream, timeout_ms: 600_000 });
    },
    openCommandReview: async (json, language) => {
      const headers: Record<string, string> = language ? { 'accept-language': language } : {};
      const { check_ticket_api, close_ticket_api } = commandReviewSchema.parse(
        await send({ method: 'POST', path: COMMAND_REVIEW_PATH, headers, json }),
      );
      return { check: check_ticket_api.url, close: close_ticket_api.url };
    },
    reviewState: async (path) => {
      const { state, processor } = reviewStateSchema.parse(await send({ method: 'GET', path }));
      return { state: state.value, by: processor };
    },
    closeReview: async (path) => {
      await send({ method: 'DELETE', path });
    },
    validateJoin: async (json) =>
      z.object({ user: z.string() }).parse(await send({ method: 'POST', path: JOIN_VALIDATE_PATH, json }))
        .user,
  };
};
