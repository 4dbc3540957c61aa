/**
 * How devices say that they do not understand a command, or do not carry it out. Blanks are counted, since a device may
 * print any number of them.
 */
export const complaint =
  /^[ \t]{0,80}(?:%[ \t]{1,8}\S|error[ \t]{0,8}[:!])|\b(?:unrecognized|unknown|invalid|incomplete|ambiguous|wrong|illegal)[ \t]{1,8}(?:\w{1,20}[ \t]{1,8})?(?:command|input|parameter|value|argument|token)|\btoo many parameters|\bcommand not found|\b(?:permission|access) denied|\bauthorization failed|\bnot authorized/im;

/** The same where it begins a line: what a command shows may name anything further on. */
const atStart =
  /^[ \t]{0,80}(?:%[ \t]{1,8}\S|%[ \t]{0,8}error\b|error[ \t]{0,8}[:!]|\^?[ \t]{0,80}(?:unrecognized|unknown|invalid|incomplete|ambiguous|wrong|illegal)[ \t]{1,8}(?:\w{1,20}[ \t]{1,8})?(?:command|input|parameter|value|argument|token)|too many parameters|syntax error|command (?:not found|fail|parse error)|(?:permission|access) denied|authorization failed|not authorized)/i;

/** Lines of an answer that refuses a command: what it shows is longer, or says nothing of this kind. */
const MOST_LINES = 6;

/** The line of an answer in which the device refuses a command; the first is the echo of the command, the last its prompt. */
export const complains = (answer: string): string | undefined => {
  const lines = answer
    .split('\n')
    .slice(1, -1)
    .filter((line) => line.trim() !== '');
  return lines.length <= MOST_LINES ? lines.find((line) => atStart.test(line)) : undefined;
};
