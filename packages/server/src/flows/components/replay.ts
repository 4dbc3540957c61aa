import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import tar from 'tar-stream';
import type { Context } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import { presentOne } from '../../engine/operations/read.ts';
import type { Resource, Row } from '../../engine/resource.ts';
import { instantOf } from '../../platform/time.ts';

/** File suffix by upload version (reference 05 §1.5). */
const suffixes: Record<number, string> = { 2: '.replay.gz', 3: '.cast.gz', 4: '.replay.mp4' };
const known = ['.cast.gz', '.replay.gz', '.replay.mp4', '.gz'];

const relativePath = (session: Row, suffix: string): string => {
  const day = (instantOf(session.date_start) ?? new Date()).toISOString().slice(0, 10);
  return `${day}/${String(session.id)}${suffix}`;
};

/** Where the recording of a session lies under the replay folder; undefined when there is none. */
export const findReplay = async (
  home: string,
  session: Row,
): Promise<{ file: string; path: string; suffix: string; size: number } | undefined> => {
  for (const suffix of known) {
    const path = relativePath(session, suffix);
    const file = join(home, 'replay', path);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return { file, path, suffix, size: found.size };
  }
  return undefined;
};

/** Stores an uploaded recording. The file appears under its name only when complete, so a broken upload leaves nothing half. */
export const storeReplay = async (
  home: string,
  session: Row,
  request: FastifyRequest,
  ctx: Context,
): Promise<Answer> => {
  let version = 2;
  let stored: string | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'version') version = Number(part.value);
      continue;
    }
    const suffix = suffixes[version];
    if (!suffix)
      return {
        status: 401,
        body: { msg: { version: [ctx.t('errors.invalid_choice', { value: version })] } },
      };
    stored = relativePath(session, suffix);
    const file = join(home, 'replay', stored);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const partial = `${file}.${process.pid}.part`;
    try {
      await pipeline(part.file, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  }
  if (!stored) return { status: 401, body: { msg: { file: [ctx.t('errors.required')] } } };
  // Said at once: what is stored but not announced could be replaced by whoever takes the session over (docs/decisions/0044).
  await ctx.db.rows(
    sql`update terminal_session set replay_path = ${stored}, has_replay = true where id = ${String(session.id)}`,
  );
  return { status: 201, body: { url: `/media/replay/${stored}` } };
};

const typeOf = (suffix: string): string =>
  suffix === '.cast.gz' ? 'asciicast' : suffix === '.replay.mp4' ? 'mp4' : 'json';

/** What a player needs to show a recording. */
export const describeReplay = async (home: string, resource: Resource, session: Row, ctx: Context) => {
  const replay = await findReplay(home, session);
  if (!replay) throw new AppError('replay_not_found');
  const row = await presentOne(resource, session, ctx);
  return {
    type: typeOf(replay.suffix),
    src: `/media/replay/${replay.path}`,
    user: row.user,
    asset: row.asset,
    account: row.account,
    date_start: row.date_start,
    date_end: row.date_end,
    download_url: `/api/v1/terminal/sessions/${String(session.id)}/replay/download/`,
  };
};

/** The recording and the session's facts as one tar. */
export const packReplay = async (
  home: string,
  resource: Resource,
  session: Row,
  ctx: Context,
): Promise<Answer> => {
  const replay = await findReplay(home, session);
  if (!replay) throw new AppError('replay_not_found');
  const pack = tar.pack();
  const facts = JSON.stringify(await presentOne(resource, session, ctx));
  const id = String(session.id);
  pack.entry({ name: `${id}.json` }, facts);
  const entry = pack.entry({ name: `${id}${replay.suffix}`, size: replay.size }, (error) =>
    error ? pack.destroy(error) : pack.finalize(),
  );
  createReadStream(replay.file)
    .on('error', (error) => pack.destroy(error))
    .pipe(entry);
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${id}.tar`,
      'cache-control': 'no-store',
    },
    stream: Readable.from(pack),
  };
};
