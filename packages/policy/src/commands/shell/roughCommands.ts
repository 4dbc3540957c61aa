/**
 * Commands of a line that cannot be parsed: cut at whatever separates commands, without quotes. All of them,
 * so that nothing hides behind many others.
 */
export const roughCommands = (line: string): string[] => {
  const parts = [...new Set(line.split(/[;&|\n\r(){}`]+/))].map((part) =>
    part
      .replace(/\\(.)|['"]/gs, (_, escaped?: string) => escaped ?? '')
      .replace(/\$IFS|\$\{IFS[^}]*\}/g, ' ')
      .trim()
      .replace(/\s+/g, ' '),
  );
  return [...new Set(parts)].filter((part) => part !== '');
};
