import './dark/night.css';
import { type ReactNode, Suspense, useRef } from 'react';
import { CommandList } from './CommandList.tsx';
import { Controls } from './Controls.tsx';
import { darkSurfaces } from './dark/darkSurfaces.ts';
import type { ReplaySource } from './makeReplay.ts';
import { ReplayHead } from './ReplayHead.tsx';
import styles from './replay.module.css';
import { Stage } from './Stage.tsx';
import { useReplay, useReplaySource } from './useReplay.ts';
import { useReplayKeys } from './useReplayKeys.ts';

type Props = {
  sessionId: string;
  /** Seconds into the recording at which to start. */
  moment?: number;
  /** Left part of the header: user, asset, time. */
  head?: ReactNode;
  /** Whether the player is the whole page; then its keys work wherever the focus is. */
  isPage?: boolean;
};

/** Plays the recording of a session; always dark, and as large as its parent. */
export function ReplayPlayer(props: Props) {
  return (
    <div className={`night ${styles.player}`} style={darkSurfaces}>
      <Suspense fallback={null}>
        <Player key={props.sessionId} {...props} />
      </Suspense>
    </div>
  );
}

function Player({ sessionId, moment = 0, ...rest }: Props) {
  const source = useReplaySource(sessionId, moment);
  return source && <Layout source={source} sessionId={sessionId} {...rest} />;
}

function Layout(props: Pick<Props, 'sessionId' | 'head' | 'isPage'> & { source: ReplaySource }) {
  const { source, sessionId, head, isPage = false } = props;
  const replay = useReplay(source);
  const root = useRef<HTMLDivElement>(null);
  useReplayKeys(replay, root, isPage);
  return (
    <div ref={root} className={styles.layout}>
      <ReplayHead sessionId={sessionId} replay={replay}>
        {head}
      </ReplayHead>
      <Stage replay={replay} sessionId={sessionId} />
      <Controls replay={replay} root={root} />
      <CommandList replay={replay} />
    </div>
  );
}
