import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { LookImage } from '@gatehouse/contract/look/lookForm.ts';
import type { Context } from '../../../engine/context.ts';
import { imageLimits, type LookPicture, pictureIn } from '../../appearance/images.ts';
import { imageSettings } from '../../appearance/look.ts';
import { isReference, type Reference, type ReferencePlaces } from './reference.ts';

/** Folder beside a file of settings, with the pictures that the file names. */
export const pictureFolder = 'pictures';

/** What an export writes for a picture of this name; empty for that of the product. */
export const pictureReference = (name: string): Reference | '' =>
  name === '' ? '' : { file: `${pictureFolder}/${name}` };

/** The picture that an entry asks for, that the stored one stays, or why there is none. */
type Asked = { value: ''; picture?: never } | { value: string; picture: LookPicture } | { stays: true };
type Refused = { mistake: string } | { refused: ValidationError };

const contentOf = async (path: string): Promise<Buffer | undefined> => {
  try {
    // What is larger than a picture may be is refused by its size, unread.
    const { size } = await stat(path);
    return size > imageLimits.bytes ? Buffer.alloc(imageLimits.bytes + 1) : await readFile(path);
  } catch {
    return undefined;
  }
};

/** Looks up the picture that an entry names. An export names each by its content, so the stored one needs no file. */
export const lookUpPicture = async (
  { key, value }: { key: string; value: unknown },
  { places, stored, ctx }: { places: ReferencePlaces; stored: string; ctx: Context },
): Promise<Asked | Refused> => {
  if (value === '') return { value };
  if (!isReference(value) || value.file === undefined)
    return { mistake: "is named as { file: PATH }, or '' for that of the product" };
  const content = await contentOf(resolve(places.folder, value.file));
  if (content === undefined)
    return stored !== '' && (value.else === 'stored' || basename(value.file) === stored)
      ? { stays: true }
      : { mistake: `the file ${value.file} is missing` };
  const [image] = Object.entries(imageSettings).find(([, setting]) => setting === key) ?? [];
  try {
    const picture = await pictureIn(image as LookImage, content, ctx);
    return { value: picture.name, picture };
  } catch (error) {
    if (error instanceof ValidationError) return { refused: error };
    throw error;
  }
};
