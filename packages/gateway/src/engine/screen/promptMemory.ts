/** Prompts at which commands were entered: a line that begins with one of them has its command behind it. */
export type PromptMemory = {
  remember: (prompt: string) => void;
  /** The longest known prompt the text begins with. */
  startOf: (text: string) => string | null;
  /** A known prompt the text ends with, with something before it. */
  endOf: (text: string) => string | null;
  /** What stands behind the last known prompt inside the text; the text itself when there is none. */
  after: (text: string) => string;
  has: (text: string) => boolean;
};

const KEPT = 8;

/** Remembers the latest prompts of one session. */
export const createPromptMemory = (): PromptMemory => {
  let prompts: string[] = [];
  return {
    remember: (prompt) => {
      if (prompt.trim() === '') return;
      prompts = [prompt, ...prompts.filter((one) => one !== prompt)].slice(0, KEPT);
    },
    startOf: (text) => {
      let longest: string | null = null;
      for (const one of prompts)
        if (text.startsWith(one) && one.length > (longest?.length ?? 0)) longest = one;
      return longest;
    },
    endOf: (text) => prompts.find((one) => text.length > one.length && text.endsWith(one)) ?? null,
    after: (text) => {
      const inside = prompts.find((one) => text.includes(one));
      return inside === undefined ? text : text.slice(text.lastIndexOf(inside) + inside.length);
    },
    has: (text) => prompts.includes(text),
  };
};
