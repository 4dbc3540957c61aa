/** The statements that a title names. */
export const idsIn = (title: string): string[] => title.match(/\b[AB]-\d+(?:\.\d+)?-\d{3}\b/g) ?? [];
