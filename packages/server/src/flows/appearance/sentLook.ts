import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { type LookImage, lookImages } from '@gatehouse/contract/look/lookForm.ts';
import type { FastifyRequest } from 'fastify';
import { isValues, type Values } from '../../engine/resource.ts';
import { imageLimits } from './images.ts';

/** Texts and pictures that a client sent to change the look. */
export type SentLook = { texts: Values; pictures: Map<LookImage, Buffer> };

const imageNamed = (name: string): LookImage | undefined => lookImages.find((image) => image === name);

const limits = { files: lookImages.length, fileSize: imageLimits.bytes, fields: 20, fieldSize: 64 * 1024 };

/** Reads the form; a picture that is too large is refused on its field before it has arrived. */
export const readSentLook = async (request: FastifyRequest): Promise<SentLook> => {
  const sent: SentLook = { texts: {}, pictures: new Map() };
  if (!request.isMultipart()) return { ...sent, texts: isValues(request.body) ? request.body : {} };
  for await (const part of request.parts({ limits })) {
    const image = imageNamed(part.fieldname);
    if (part.type === 'field') sent.texts[part.fieldname] = part.value;
    else if (!image) throw new AppError('invalid');
    else
      try {
        sent.pictures.set(image, await part.toBuffer());
      } catch {
        throw fieldError(image, 'image_bytes', { max: imageLimits.bytes / 1024 });
      }
  }
  return sent;
};
