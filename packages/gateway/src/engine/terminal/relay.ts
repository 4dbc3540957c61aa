import { CLOSE_CODES, type ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import { FRAME_HEADER_BYTES } from '@gatehouse/contract/wire/gatewayFrame.ts';
import type { Gate } from '../gate/gate.ts';
import type { GateDeps } from '../gate/gateDeps.ts';
import type { Recording } from '../recording/recording.ts';
import { withoutReports } from '../screen/keys/typed.ts';
import type { Moment } from '../screen/runningCommand.ts';
import type { Painting, Screen } from '../screen/screen.ts';
import type { Transcoder } from './charset.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import type { Link } from './link.ts';
import type { OutputLog } from './outputLog.ts';
import type { Size } from './size.ts';
import { type Attachment, createTypingWindow, type TypingWindow } from './typingWindow.ts';
import { createViewers, type Viewers } from './viewers.ts';

/** The shell's side. */
export type TargetEnd = {
  write: (bytes: Buffer, done: () => void) => void;
  pause: () => void;
  resume: () => void;
  resize: (size: Size) => void;
};

/** Carries bytes between one shell and its windows, keeping every queue bounded. */
export type Relay = {
  fromTarget: (bytes: Buffer) => void;
  /** Makes a window the typing one; `announce` is called before any byte is sent. */
  attach: (
    link: Link,
    window: { client_id: string; received: number | null },
    announce: (attachment: Attachment) => void,
  ) => Promise<void>;
  /** A window closed; false when it was not the attached one. */
  detach: (link: Link) => boolean;
  isAttached: (link: Link) => boolean;
  acknowledge: (link: Link, received: number) => void;
  input: (link: Link, offset: number, payload: Buffer) => void;
  resize: (size: Size) => void;
  lock: (locked: boolean) => void;
  /** The screen model was lost. */
  blind: () => void;
  /** Other rules decide the commands from now on. */
  rulesChanged: () => void;
  watch: (link: Link, announce: (painting: Painting) => void) => Promise<void>;
  unwatch: (link: Link) => void;
  /** A queue behind the relay shrank. */
  relieve: () => void;
  /** Once a second: looks for windows that stopped reading and viewers that fell behind. */
  tick: (now_ms: number) => void;
  /** Sends a frame to every window. */
  broadcast: (frame: ServerFrame) => void;
  /** From now on no byte passes in either direction; every window is told why, unless it is cut off. */
  stop: (last: ServerFrame, how: 'flush' | 'cut') => void;
};

/** How many bytes the attached window may lag before the shell is paused, and when it resumes. */
const BEHIND = { high: 512 * 1024, low: 256 * 1024 };
/**
 * How many bytes may wait for the disk or for the screen model before the shell is paused, and when it
 * resumes.
 */
const WAITING = { high: 1024 * 1024, low: 512 * 1024 };

/** Pauses the shell when a queue exceeds its high mark, until all have fallen to their low marks. */
const createBrake = (deps: {
  target: TargetEnd;
  window: TypingWindow;
  recording: Recording;
  screen: Screen;
}) => {
  const { target, window, recording, screen } = deps;
  let isPaused = false;
  const over = (level: 'high' | 'low') =>
    window.behind() > BEHIND[level] ||
    recording.backlog() > WAITING[level] ||
    screen.backlog() > WAITING[level];
  return () => {
    if (!isPaused && over('high')) {
      isPaused = true;
      target.pause();
    } else if (isPaused && !over('low')) {
      isPaused = false;
      target.resume();
    }
  };
};

/** All windows of the shell: the typing one and the viewers. */
const createAudience = (window: TypingWindow, viewers: Viewers) => {
  const links = () => [...window.links(), ...viewers.links()];
  return {
    tell: (frame: ServerFrame) => {
      for (const link of links()) link.text(frame);
    },
    dismiss: (last: ServerFrame, how: 'flush' | 'cut') => {
      for (const link of links()) {
        // A slow window would first show what is already queued; it learns the reason on its next request.
        if (how === 'cut' && link.buffered() > 0) link.cut();
        link.text(last);
        link.close(CLOSE_CODES.ended);
      }
      window.clear();
      for (const link of viewers.links()) viewers.remove(link);
    },
  };
};

/** Brings output to every window, the recording and the screen model. */
const createDisplay =
  (
    { log, recording, screen }: { log: OutputLog; recording: Recording; screen: Screen },
    window: TypingWindow,
    viewers: Viewers,
  ) =>
  (utf8: Buffer): void => {
    const frame = log.append(utf8);
    window.link()?.binary(frame);
    viewers.send(frame);
    const payload = frame.subarray(FRAME_HEADER_BYTES);
    recording.output(payload);
    screen.output(payload);
  };

/** Sends input to the shell and to the screen model. */
const createSend =
  (
    deps: { target: TargetEnd; transcoder: Transcoder; screen: Screen; moment: () => Moment },
    isStopped: () => boolean,
  ) =>
  (utf8: Buffer, done: () => void): Moment => {
    const moment = deps.moment();
    if (isStopped()) return moment;
    const typed = withoutReports(utf8.toString('utf8'));
    if (typed !== '') deps.screen.input(typed, moment);
    deps.target.write(deps.transcoder.toTarget(utf8), done);
    return moment;
  };

/** A terminal locked by an administrator takes no input, and gives up the line that is held. */
const createLock = (keyboard: Keyboard, entrance: { abandon: () => void }) => (locked: boolean) => {
  keyboard.lock(locked);
  if (locked) entrance.abandon();
};

/** What a gate gets from the relay. */
export type GateEnds = Pick<GateDeps, 'send' | 'read' | 'say' | 'notice'>;
type OpenGate = (ends: GateEnds) => Gate | undefined;

/** The way of input to the shell: through a gate from when rules decide commands. */
const createEntrance = (open: OpenGate | undefined, ends: GateEnds) => {
  let gate = open?.(ends);
  return {
    write: (utf8: Buffer, done: () => void) => (gate ? gate.take(utf8, done) : void ends.send(utf8, done)),
    output: () => gate?.output(),
    blind: () => gate?.blind(),
    abandon: () => gate?.abandon(),
    rulesChanged: () => {
      if (gate) gate.rulesChanged();
      else gate = open?.(ends);
    },
    stop: () => gate?.stop(),
  };
};

/** Connects the parts of one running session. */
export const createRelay = (deps: {
  size: Size;
  target: TargetEnd;
  transcoder: Transcoder;
  log: OutputLog;
  recording: Recording;
  screen: Screen;
  moment: () => Moment;
  onActivity: () => void;
  /** Stands between the user's input and the shell while rules decide commands; asked again when they change. */
  gate?: OpenGate | undefined;
}): Relay => {
  const { target, transcoder, log, recording, screen } = deps;
  const window = createTypingWindow({ log, paint: screen.paint });
  const viewers = createViewers({ paint: screen.paint, since: log.since });
  const audience = createAudience(window, viewers);
  let size = deps.size;
  let stopped = false;
  const balance = createBrake({ target, window, recording, screen });
  const display = createDisplay(deps, window, viewers);
  const show = (utf8: Buffer) => {
    if (stopped || utf8.length === 0) return;
    display(utf8);
    balance();
  };
  const entrance = createEntrance(deps.gate, {
    send: createSend(deps, () => stopped),
    read: screen.held,
    say: (text) => show(Buffer.from(text)),
    notice: (text) => audience.tell({ type: 'notice', code: 'command_refused', params: { text } }),
  });
  const keyboard = createKeyboard({
    write: entrance.write,
    window: window.link,
    onTyped: deps.onActivity,
  });

  return {
    fromTarget: (bytes) => {
      show(transcoder.fromTarget(bytes));
      entrance.output();
    },
    attach: async (link, { client_id, received }, announce) => {
      await window.attach(link, { received, input_received: keyboard.begin(client_id) }, announce);
      balance();
    },
    detach: (link) => {
      const was = window.detach(link);
      balance();
      return was;
    },
    isAttached: (link) => link === window.link(),
    acknowledge: (link, received) => {
      window.acknowledge(link, received);
      balance();
    },
    input: (link, offset, payload) => {
      if (link === window.link() && !stopped) keyboard.take(link, offset, payload);
    },
    resize: (next) => {
      if (next.cols === size.cols && next.rows === size.rows) return;
      size = next;
      target.resize(size);
      recording.resize(size);
      screen.resize(size);
      for (const link of viewers.links()) link.text({ type: 'resized', ...size });
    },
    lock: createLock(keyboard, entrance),
    blind: entrance.blind,
    rulesChanged: entrance.rulesChanged,
    watch: viewers.add,
    unwatch: viewers.remove,
    relieve: balance,
    tick: (now_ms) => {
      window.tick(now_ms);
      viewers.tick();
    },
    broadcast: audience.tell,
    stop: (last, how) => {
      stopped = true;
      audience.dismiss(last, how);
      entrance.stop();
      keyboard.stop();
    },
  };
};
