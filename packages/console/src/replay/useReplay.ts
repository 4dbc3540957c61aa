import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePlatform } from '../platform/Platform.tsx';
import { useStore } from '../platform/store.ts';
import { placeCommands } from './commands.ts';
import { makeReplay, type ReplaySource } from './makeReplay.ts';

type Wanted = { sessionId: string | undefined; file: string | undefined; moment: number };

/** A recording; null in the first render. */
export const useReplaySource = ({ sessionId, file, moment }: Wanted): ReplaySource | null => {
  const { http, session } = usePlatform();
  const [source, setSource] = useState<ReplaySource | null>(null);
  useEffect(() => {
    const orgId = session.get().currentOrg?.id;
    const made = makeReplay({ http, sessionId, file, moment, orgId });
    setSource(made);
    return made.dispose;
  }, [http, session, sessionId, file, moment]);
  return source;
};

/** The recording with its placed commands, loading status and player state, updated with every frame. */
export const useReplay = (source: ReplaySource) => {
  const { status, rows } = useStore(source.view);
  const state = useSyncExternalStore(source.player.subscribe, source.player.getState);
  const { startedAt } = source.store;
  const { duration } = state;
  const commands = useMemo(() => placeCommands(rows, startedAt, duration), [rows, startedAt, duration]);
  return { ...source, status, state, commands };
};

/** What the player's parts need. */
export type Replay = ReturnType<typeof useReplay>;
