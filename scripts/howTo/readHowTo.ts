import { languages } from '../house/locales.ts';

/** One step of an example: a new file, an edit, texts, or a command. */
export type Step =
  | { kind: 'new'; path: string; text: string }
  | { kind: 'edit'; path: string; lines: readonly string[] }
  | { kind: 'texts'; namespace: string; texts: Readonly<Record<string, object>> }
  | { kind: 'run'; command: string };

/** A section of docs/how-to-add.md with what it says to do. */
export type Example = { title: string; steps: readonly Step[] };

const parseTexts = (source: string): Readonly<Record<string, object>> => {
  const texts = JSON.parse(source) as Record<string, object>;
  const missing = languages.filter((language) => !texts[language]);
  if (missing.length > 0) throw new Error(`the texts lack ${missing.join(', ')}`);
  return texts;
};

const stepsOf = (info: string, body: readonly string[]): Step[] => {
  const [, language, kind, value = ''] = /^(\w+)(?: (\w+)=(\S+))?$/.exec(info) ?? [];
  const text = `${body.join('\n')}\n`;
  if (language === 'diff' && kind === 'at') return [{ kind: 'edit', path: value, lines: body }];
  if (language === 'json' && kind === 'texts')
    return [{ kind: 'texts', namespace: value, texts: parseTexts(text) }];
  if (kind === 'new') return [{ kind: 'new', path: value, text }];
  if (language === 'sh' && !kind) return body.map((command) => ({ kind: 'run', command }));
  throw new Error(`\`\`\`${info}: a block says new=, at=, texts= or is a shell command`);
};

/**
 * The examples of the document, one per section. Every fenced block is a step; in a block of shell commands,
 * each line is one.
 */
export const readHowTo = (markdown: string): Example[] => {
  const examples: { title: string; steps: Step[] }[] = [];
  let block: { info: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const fence = /^```(.*)$/.exec(line)?.[1];
    const [, title] = /^## (.+)$/.exec(line) ?? [];
    if (block && fence === undefined) block.lines.push(line);
    else if (block) {
      const { info, lines } = block;
      const example = examples.at(-1);
      if (!example) throw new Error(`\`\`\`${info} stands before the first section`);
      try {
        example.steps.push(...stepsOf(info, lines));
      } catch (error) {
        throw new Error(`${example.title}: ${(error as Error).message}`);
      }
      block = undefined;
    } else if (fence !== undefined) block = { info: fence, lines: [] };
    else if (title) examples.push({ title, steps: [] });
  }
  if (block) throw new Error(`\`\`\`${block.info} has no end`);
  return examples;
};
