import { createHash } from 'node:crypto';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { LookImage } from '@gatehouse/contract/look/lookForm.ts';
import type { Context } from '../../engine/context.ts';
import type { Answer } from '../../engine/http.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import { createParsing } from '../../platform/parsing/createParsing.ts';
import type { Refused } from '../../platform/parsing/limits.ts';
import type { CleanImage } from '../../platform/parsing/messages.ts';
import { IMAGE_FOLDER } from './look.ts';

/** Limits of a picture, as error messages state them. */
export const imageLimits = { bytes: 1024 * 1024, side: 4_096, pixels: 8_000_000 };

const places = 1;
const parse = createParsing({
  places,
  waiting: { all: 10, own: 4 },
  memoryMegabytes: 256,
  patienceMs: 10_000,
  idleMs: 3_000,
});

const reasons: { readonly [reason in Refused['refused']]?: string } = {
  type: 'image_type',
  side: 'image_side',
  pixels: 'image_pixels',
};

/** A picture that a client sent, without anything but the picture. Throws the refusal on its field. */
const readImage = async (name: LookImage, file: Buffer, ctx: Context): Promise<CleanImage> => {
  const sender = { who: ctx.actor.id, signal: new AbortController().signal };
  const found = await parse({ format: 'image', most: imageLimits, file }, sender);
  if (found === 'busy') throw throttled('imports', places, 10);
  if ('image' in found) return found.image;
  const reason = 'refused' in found ? reasons[found.refused] : undefined;
  throw fieldError(name, reason ?? 'image_unreadable', 'refused' in found ? { max: found.max } : {});
};

const extensions = { png: 'png', jpeg: 'jpg' } as const;

/** A picture as it is stored, under a name that is made of its content. */
export type LookPicture = { name: string; sha256: string; bytes: Buffer };

/** The picture in a foreign file; refuses what is none, on its field. */
export const pictureIn = async (name: LookImage, file: Buffer, ctx: Context): Promise<LookPicture> => {
  const image = await readImage(name, file, ctx);
  const bytes = Buffer.from(image.bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: `${sha256}.${extensions[image.type]}`, sha256, bytes };
};

/** Stores a picture. */
export const storePicture = ({ name, sha256, bytes }: LookPicture, blobs: Blobs): Promise<unknown> =>
  blobs.put(
    IMAGE_FOLDER + name,
    (async function* () {
      yield bytes;
    })(),
    { sha256 },
  );

/** Stores the picture in a foreign file; returns its name. */
export const storeImage = async (
  name: LookImage,
  file: Buffer,
  { ctx, blobs }: { ctx: Context; blobs: Blobs },
): Promise<string> => {
  const picture = await pictureIn(name, file, ctx);
  await storePicture(picture, blobs);
  return picture.name;
};

/** Answers with an uploaded picture; undefined if there is none of this name. */
export const imageAnswer = async (name: string, blobs: Blobs): Promise<Answer | undefined> => {
  const stream = name ? await blobs.get(IMAGE_FOLDER + name) : undefined;
  if (!stream) return undefined;
  const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return { headers: { 'content-type': type, 'cache-control': 'public, max-age=300' }, stream };
};
