import { readFile, stat } from 'node:fs/promises';
import { type Ip, ipText } from '@gatehouse/contract/network/ipGroup.ts';
import type { Response as Entry, Reader } from 'mmdb-lib';
import type { Language } from '../i18n.ts';
import { Refusal } from '../refusal.ts';
import { placeIn } from './placeIn.ts';

/** A database of the places of addresses. */
export type PlaceDatabase = { placeOf(ip: Ip): string };

/** The path of a database of places, the language of its answers, and whether it must exist. */
export type PlaceSource = { file: string; isNeeded: boolean; language: Language };

/** Pause between two checks for a newer file, in milliseconds. */
const lookMs = 60_000;

/** What distinguishes one file of that name from another; empty if there is none. */
const markOf = async (file: string): Promise<string> =>
  stat(file).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => '',
  );

/** Loads the library only if there is a database. */
const readDatabase = async (file: string): Promise<Reader<Entry>> => {
  const content = await readFile(file);
  const { Reader } = await import('mmdb-lib');
  return new Reader<Entry>(content);
};

const refusal = ({ file, isNeeded }: PlaceSource, error: Error): Refusal => {
  const name = isNeeded ? `GATEHOUSE_PLACES: ${file}` : file;
  return new Refusal(`${name} cannot be read as a database of places (.mmdb): ${error.message}`);
};

/**
 * Opens a database of places in the MaxMind format, which stays in memory. A newer file is noticed within a minute of
 * the next question; if it cannot be read, for example while it is being written, the previous one stays in use.
 */
export const openPlaces = async (
  source: PlaceSource,
  now: () => number = Date.now,
): Promise<PlaceDatabase> => {
  const { file, isNeeded, language } = source;
  let mark = await markOf(file);
  let reader: Reader<Entry> | undefined;
  if (mark || isNeeded)
    reader = await readDatabase(file).catch((error: Error) => {
      throw refusal(source, error);
    });
  let looked = now();
  const look = async () => {
    const found = await markOf(file);
    if (found === mark) return;
    reader = found ? await readDatabase(file) : undefined;
    mark = found;
  };
  return {
    placeOf: (ip) => {
      if (now() - looked > lookMs) {
        looked = now();
        void look().catch(() => undefined);
      }
      return reader ? placeIn(reader, ipText(ip), language) : '';
    },
  };
};
