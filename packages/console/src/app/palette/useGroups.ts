import type { Entry } from './Entry.ts';
import { matches } from './Entry.ts';
import { type Group, groupsOf } from './groups.ts';
import type { ObjectKind } from './objects.ts';
import { parsePaletteText } from './paletteQuery.ts';
import { useCommandEntries } from './useCommandEntries.tsx';
import { useObjectEntries } from './useObjectEntries.tsx';
import { type Found, useRecentObjects, useSearch } from './useObjects.ts';
import { usePageEntries } from './usePageEntries.tsx';
import { usePaletteRecents, useWorkOrg } from './usePlace.ts';
import { useSettingEntries } from './useSettingEntries.tsx';

/** The palette's groups for a text, whether the search has finished, and an error if it failed. */
export const useGroups = (
  text: string,
): { groups: Group[]; isSettled: boolean; failure: unknown; words: string } => {
  const { scope, words } = parsePaletteText(text);
  const make = useObjectEntries();
  const pages = usePageEntries();
  const settings = useSettingEntries();
  const commands = useCommandEntries();
  const recentIds = usePaletteRecents().get(useWorkOrg()?.id ?? '');
  const known = useRecentObjects(recentIds);
  const { found, isSettled, failure } = useSearch(scope, words);
  const lines = <K extends ObjectKind>(from: Found, kind: K): Entry[] => from[kind].rows.map(make[kind]);
  // Results for an earlier text stay only if they match the new words too.
  const hits = (kind: ObjectKind): Entry[] =>
    lines(found, kind).filter((entry) => !found[kind].isOlder || matches(entry, words));
  const recallable = [
    ...pages,
    ...settings,
    ...(['connect', 'asset', 'user', 'session'] as const).flatMap((kind) => lines(known, kind)),
  ];
  const groups = groupsOf(scope, words, {
    recent: recentIds.flatMap((id) => recallable.find((entry) => entry.id === id) ?? []),
    connect: hits('connect'),
    pages,
    settings,
    assets: hits('asset'),
    users: hits('user'),
    sessions: hits('session'),
    commands,
  });
  return { groups, isSettled, failure, words };
};
