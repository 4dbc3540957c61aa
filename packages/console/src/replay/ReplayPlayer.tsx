import './dark/night.css';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { CommandList } from './CommandList.tsx';
import { Controls } from './Controls.tsx';
import alone from './dark/alone.module.css';
import { cx } from './dark/cx.ts';
import { darkSurfaces } from './dark/darkSurfaces.ts';
import type { ReplaySource } from './makeReplay.ts';
import { ReplayHead } from './ReplayHead.tsx';
import styles from './replay.module.css';
import { Stage } from './Stage.tsx';
import { useReplay, useReplaySource } from './useReplay.ts';
import { useReplayKeys } from './useReplayKeys.ts';

/** What is played: the recording of a session, or the asciicast at an address. */
type Recording = { sessionId: string; file?: undefined } | { file: string; sessionId?: undefined };

type Props = Recording & {
  /** Seconds into the recording at which to start. */
  moment?: number;
  /** Left part of the header: user, asset, time. */
  head?: ReactNode;
  /** Whether the player is the whole page; then its keys work wherever the focus is. */
  isPage?: boolean;
};

/** Plays a recording; always dark, and as large as its parent. */
export function ReplayPlayer(props: Props) {
  return (
    <div className={`night ${styles.player}`} style={darkSurfaces}>
      <Suspense fallback={null}>
        <Player key={props.sessionId ?? props.file} {...props} />
      </Suspense>
    </div>
  );
}

function Player({ sessionId, file, moment = 0, ...rest }: Props) {
  const source = useReplaySource({ sessionId, file, moment });
  return source && <Layout source={source} sessionId={sessionId} {...rest} />;
}

function Layout(props: Pick<Props, 'sessionId' | 'head' | 'isPage'> & { source: ReplaySource }) {
  const { source, sessionId, head, isPage = false } = props;
  const replay = useReplay(source);
  const root = useRef<HTMLDivElement>(null);
  useReplayKeys(replay, root, isPage);
  const isFile = sessionId === undefined;
  // A part of a page takes the place of the button that opened it, so its keys work at once.
  useEffect(() => {
    if (isFile) root.current?.focus();
  }, [isFile]);
  return (
    <div ref={root} tabIndex={-1} className={cx(styles.layout, isFile && alone.alone)}>
      <ReplayHead sessionId={sessionId} replay={replay}>
        {head}
      </ReplayHead>
      <Stage replay={replay} sessionId={sessionId} />
      <Controls replay={replay} root={root} hasCommands={!isFile} />
      {!isFile && <CommandList replay={replay} />}
    </div>
  );
}
