/** Prompts where commands were entered: in a line that starts with one, the rest is the command. */
export type PromptMemory = {
  remember: (prompt: string) => void;
  /** The longest known prompt at the start of the text. */
  startOf: (text: string) => string | null;
  /** Every known prompt at the start of the text. */
  startsOf: (text: string) => string[];
  /** A known prompt at the end of the text, with something before it. */
  endOf: (text: string) => string | null;
  /**
   * The text after the last occurrence of the latest known prompt in it; the whole text when there is none.
   */
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
      prompts = [prompt, ...prompts.filter((other) => other !== prompt)].slice(0, KEPT);
    },
    startOf: (text) => {
      let longest: string | null = null;
      for (const prompt of prompts)
        if (text.startsWith(prompt) && prompt.length > (longest?.length ?? 0)) longest = prompt;
      return longest;
    },
    startsOf: (text) => prompts.filter((prompt) => text.startsWith(prompt)),
    endOf: (text) => prompts.find((prompt) => text.length > prompt.length && text.endsWith(prompt)) ?? null,
    after: (text) => {
      const inside = prompts.find((prompt) => text.includes(prompt));
      return inside === undefined ? text : text.slice(text.lastIndexOf(inside) + inside.length);
    },
    has: (text) => prompts.includes(text),
  };
};
