import { lookImages } from '@gatehouse/contract/look/lookForm.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { namedInChanges } from '../../resources/audits/operatelog/statements.ts';
import { isPictureName } from '../settings/pictures.ts';
import { IMAGE_FOLDER, imageSettings } from './look.ts';

type Deps = { db: Database; settings: Settings; blobs: Blobs; signal?: AbortSignal };

/** Removes uploaded pictures that are neither shown nor named by a change that may be reverted. */
export const removeUnnamedPictures = async ({ db, settings, blobs, signal }: Deps): Promise<void> => {
  const stored: string[] = [];
  for await (const { key } of blobs.list(IMAGE_FOLDER)) stored.push(key.slice(IMAGE_FOLDER.length));
  const shown = new Set<string>(lookImages.map((image) => settings.get(imageSettings[image])));
  const old = stored.filter((name) => isPictureName(name) && !shown.has(name));
  if (old.length === 0) return;
  const named = await namedInChanges('panels.interface', old, db);
  for (const name of old) {
    signal?.throwIfAborted();
    if (!named.has(name)) await blobs.remove(IMAGE_FOLDER + name);
  }
};
