/** Asset categories in order, with their route base and collection path. */
export const categories = {
  host: { base: 'Host', url: '/api/v1/assets/hosts/' },
  device: { base: 'Device', url: '/api/v1/assets/devices/' },
  database: { base: 'Database', url: '/api/v1/assets/databases/' },
  cloud: { base: 'Cloud', url: '/api/v1/assets/clouds/' },
  web: { base: 'Web', url: '/api/v1/assets/webs/' },
  gpt: { base: 'Gpt', url: '/api/v1/assets/gpts/' },
  custom: { base: 'Custom', url: '/api/v1/assets/customs/' },
} as const;

/** A category of assets. */
export type Category = keyof typeof categories;

/** Whether a word names a category. */
export const isCategory = (word: string): word is Category => Object.hasOwn(categories, word);

/** Base of the route names of a category's forms; an unknown category has those of custom assets. */
export const baseOf = (category: unknown): string => {
  const word = String(category);
  return categories[isCategory(word) ? word : 'custom'].base;
};
