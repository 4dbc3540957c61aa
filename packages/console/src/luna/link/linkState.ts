import type { NoticeCode, PromptFrame, ServerFrame, SessionFacts } from '@gatehouse/contract/wire/gateway.ts';

/**
 * Why a terminal stopped, as a key of `gateway:closed` or, for reasons only the page knows, of `luna:closed`.
 */
export type LinkEnd = { reason: string; text: string; params: Record<string, string | number> };

/** A short notice over the screen. */
export type LinkNotice = { id: number; code: NoticeCode; params: Record<string, string | number> };

/** Phase of a connection. */
export type LinkPhase = 'connecting' | 'live' | 'lost' | 'detached' | 'ended';

/** Everything the page shows about a connection. */
export type LinkState = {
  phase: LinkPhase;
  progress: { stage: string; host: string } | null;
  prompt: PromptFrame | null;
  facts: SessionFacts | null;
  /** Size of a watched terminal; null for the user's own. */
  watched: { cols: number; rows: number } | null;
  /** Whether the other side has not answered for a moment, while the connection still counts as open. */
  isQuiet: boolean;
  /** Round trip in milliseconds. */
  latency: number | null;
  notices: LinkNotice[];
  end: LinkEnd | null;
};

/** A connection before its first frame. */
export const freshState: LinkState = {
  phase: 'connecting',
  progress: null,
  prompt: null,
  facts: null,
  watched: null,
  isQuiet: false,
  latency: null,
  notices: [],
  end: null,
};

const MOST_NOTICES = 3;
let noticeCount = 0;

const withNotice = (state: LinkState, code: NoticeCode, params: LinkNotice['params']): LinkState => {
  noticeCount += 1;
  const kept = state.notices.filter((notice) => notice.code !== code).slice(1 - MOST_NOTICES);
  const isLocked = code === 'locked' || (code !== 'unlocked' && (state.facts?.is_locked ?? false));
  const facts = state.facts && { ...state.facts, is_locked: isLocked };
  return { ...state, facts, notices: [...kept, { id: noticeCount, code, params }] };
};

/** The state after a text frame; the link itself replies to frames. */
export const reduceFrame = (state: LinkState, frame: ServerFrame): LinkState => {
  switch (frame.type) {
    case 'progress':
      return { ...state, progress: { stage: frame.stage, host: frame.host } };
    case 'prompt':
      return { ...state, prompt: frame };
    case 'prompt_gone':
      return state.prompt?.id === frame.id ? { ...state, prompt: null } : state;
    case 'opened':
    case 'resumed':
      return { ...state, phase: 'live', facts: frame.session, progress: null, prompt: null };
    case 'monitoring':
      return {
        ...state,
        phase: 'live',
        facts: frame.session,
        watched: { cols: frame.cols, rows: frame.rows },
      };
    case 'resized':
      return { ...state, watched: { cols: frame.cols, rows: frame.rows } };
    case 'facts':
      return { ...state, facts: frame.session };
    case 'notice':
      return withNotice(state, frame.code, frame.params);
    case 'detached':
      return { ...state, phase: 'detached', prompt: null };
    case 'closed':
      return {
        ...state,
        phase: 'ended',
        prompt: null,
        progress: null,
        end: { reason: frame.reason, text: frame.text_key, params: frame.params },
      };
    default:
      return state;
  }
};
