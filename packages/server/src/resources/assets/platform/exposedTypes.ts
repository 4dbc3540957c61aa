import { type Category, typesOfCategory } from '@gatehouse/contract/assets/categories.ts';

/** Types of the enterprise edition only. */
export const hiddenTypes: readonly string[] = ['postgresql', 'oracle', 'sqlserver', 'db2', 'clickhouse'];

/** Built-in types of a category that this edition offers. */
export const exposedTypes = (category: Category, isEnterprise: boolean): string[] =>
  typesOfCategory[category].filter((type) => isEnterprise || !hiddenTypes.includes(type));
