import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { expect } from 'vitest';
import { followJob, followMoves } from '../../src/flows/storages/followStorage.ts';
import { moveReplays } from '../../src/flows/storages/moveReplays.ts';
import type { ReplayStores } from '../../src/flows/storages/replayStores.ts';
import type { Blobs } from '../../src/platform/blobs/blobs.ts';
import { createS3Blobs } from '../../src/platform/blobs/s3Blobs.ts';
import { handleJob } from '../../src/platform/jobs/defineJob.ts';
import { createNotices } from '../../src/platform/notices.ts';
import { startApi } from '../api.ts';
import { registerComponent } from '../component.ts';
import { startS3 } from './s3Server.ts';

const base = '/api/v1/terminal/';
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

/** A server with a component that records, and a bucket elsewhere; recordings are moved when the test says so. */
export const startRecordings = async () => {
  const s3 = await startS3();
  const far: Blobs = createS3Blobs(s3.place);
  const api = await startApi({ notices: createNotices });
  const { services, pool } = api;
  const db = services.unhurried;
  await services.jobs.start(
    [handleJob(followJob, (payload, run) => followMoves(payload, run, db))],
    () => undefined,
  );
  const admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  const gateway = await registerComponent(api, 'gw');
  const [{ id: terminal }] = (await admin.get(`${base}terminals/`)).json as [{ id: string }];
  const meta = (more: object = {}) => ({
    BUCKET: s3.place.bucket,
    ACCESS_KEY: s3.place.credentials?.accessKeyId,
    SECRET_KEY: s3.place.credentials?.secretAccessKey,
    ENDPOINT: s3.place.endpoint,
    ...more,
  });
  return {
    ...{ api, s3, far, admin, gateway, terminal, meta },
    /** Adds a storage in the bucket; returns its id. */
    storage: async (name: string, more: object = {}): Promise<string> => {
      const made = await admin.post(`${base}replay-storages/`, { name, type: 's3', meta: meta(more) });
      expect(made.status, made.text).toBe(201);
      return (made.json as { id: string }).id;
    },
    /** Has the component store elsewhere from now on. */
    use: async (name: string) => {
      const changed = await admin.patch(`${base}terminals/${terminal}/`, { replay_storage: name });
      expect(changed.status, changed.text).toBe(200);
    },
    record: async (text: string) => {
      const id = await gateway.session();
      const body =
        '--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n' +
        `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`;
      const stored = await gateway.post(`${base}sessions/${id}/replay/`, body, multipart);
      expect(stored.status, stored.text).toBe(201);
      const { url } = stored.json as { url: string };
      return { id, url, path: url.replace('/media/replay/', ''), key: url.replace('/media/', '') };
    },
    /** Moves what is due. */
    move: (more: { replayStores?: ReplayStores; signal?: AbortSignal } = {}) =>
      moveReplays({ ...services, db, ...more }),
    /** The stores, of which those elsewhere are changed. */
    changedStores: (change: (blobs: Blobs) => Blobs): ReplayStores => ({
      at: async (id, at) => {
        const store = await services.replayStores.at(id, at);
        return id === null ? store : { ...store, blobs: change(store.blobs) };
      },
    }),
    hasHere: async (key: string) => (await services.blobs.stat(key)) !== undefined,
    hasThere: async (path: string) => (await far.stat(path)) !== undefined,
    dueNow: () => pool.query('update terminal_replaymove set date_due = now()'),
    stop: async () => {
      await services.jobs.close(1_000);
      await api.stop();
      await s3.stop();
    },
  };
};
