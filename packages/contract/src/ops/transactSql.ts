/** The batches of a text for SQL Server: a line that is only `GO` ends one, also within a string or a comment. */
export const batchesOf = (text: string): string[] =>
  text.split(/^[ \t]*go[ \t]*;?[ \t]*\r?$/gim).filter((batch) => batch.trim() !== '');
